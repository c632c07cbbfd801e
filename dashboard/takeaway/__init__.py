"""What a GM takes away from a battle: a sheet to print, Markdown, the map as SVG, a journal entry for Foundry.

====================  =========================================================
``battle_sheet``      :func:`battle_sheet_html`
``markdown``          :func:`battle_markdown`
``battle_map``        :func:`map_svg`
``foundry``           :func:`foundry_journal`
``facts``             what all of them tell, as plain text
====================  =========================================================

Pure functions of a document; nothing here knows the page.
"""

from dashboard.takeaway.battle_map import map_svg
from dashboard.takeaway.battle_sheet import battle_sheet_html
from dashboard.takeaway.foundry import foundry_journal
from dashboard.takeaway.markdown import battle_markdown

__all__ = ["battle_markdown", "battle_sheet_html", "foundry_journal", "map_svg"]
