"""Maps of this and other tools, in and out.

===================  ==========================================================
``files``            :func:`read_map`: any file, recognised by its content
``own``, ``table``   our own JSON and our own table (CSV), read and written
``tiled``            hexagonal maps of Tiled; ``tiled_xml`` (.tmx as .tmj), ``tiled_layout`` (its hexes as ours),
                     ``tiled_tiles`` (unpacking)
``universal_vtt``    maps of squares with walls and doors
``words``            terrain in English and French
``parsing``          JSON and XML within bounds
``imported``         what comes out, and which part of a large map
===================  ==========================================================

Every reader raises :class:`~massbattle_core.errors.MapFileError` with place and remedy; a map of squares whose scale
is not given raises its subclass :class:`~massbattle_core.errors.ScaleNeeded`, a map with too many hexes
:class:`~massbattle_core.errors.MapTooLarge`.
"""

from massbattle_core.errors import MapFileError, ScaleNeeded
from massbattle_core.maps.files import MOST_BYTES, read_map
from massbattle_core.maps.imported import Crop, ImportedMap
from massbattle_core.maps.own import dumps_map
from massbattle_core.maps.table import csv_map

__all__ = ["MOST_BYTES", "Crop", "ImportedMap", "MapFileError", "ScaleNeeded", "csv_map", "dumps_map", "read_map"]
