"""The rules of the army results table, one module a chapter.

``encounter`` who fights whom · ``factors`` what an army is worth · ``results`` ratio, table, number of blows ·
``blows`` one blow · ``aftermath`` losses, beaten armies, movement, absence.
"""
