"""Small charts as SVG within a page: no script, no colour that carries a meaning alone, all text escaped."""
