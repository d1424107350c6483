/** The style of maps of plots. Plots of others are recognized by their dashes, on paper without colours too. */
export const MAP_STYLE = `.plots-map{margin:0 0 1rem}.plots-map>svg{display:block;width:100%;max-width:44rem;aspect-ratio:4/3;border:1px solid var(--line);border-radius:8px;background:var(--card)}
.plots-map path{vector-effect:non-scaling-stroke;stroke-width:2;fill-rule:evenodd}.plots-map .own{fill:var(--green);fill-opacity:.22;stroke:var(--green)}.plots-map .other{fill:var(--red);fill-opacity:.12;stroke:var(--red);stroke-dasharray:5 3}.plots-map .near{fill:none;stroke:var(--quiet);stroke-dasharray:1 3;stroke-linecap:round}
.plots-map circle.own{fill-opacity:.8}.plots-map .grid{stroke:var(--line)}.plots-map .scale{stroke:var(--ink);stroke-width:2}.plots-map .arrow{fill:var(--ink);stroke:var(--card)}
.plots-map text{font:600 11px system-ui,sans-serif;fill:var(--ink);text-anchor:middle;dominant-baseline:middle;paint-order:stroke;stroke:var(--card);stroke-width:3px;stroke-linejoin:round}.plots-map text.start{text-anchor:start}.plots-map text.degrees{font-weight:400;font-size:10px;fill:var(--quiet)}
.plots-map .note{color:var(--quiet);font-size:.85rem;margin:.25rem 0}@media print{.plots-map{break-inside:avoid}.plots-map>svg{max-width:14cm}.plots-map details::details-content{content-visibility:visible;display:block;block-size:auto}.plots-map details>summary{display:none}}
@media(prefers-color-scheme:dark){.plots-map image{filter:brightness(.75)}}
`
