/** The style of charts. Colours are those of the pages; nothing is distinguished by colour alone. */
export const CHART_STYLE = `.chart{margin:0 0 1rem;min-width:0}.chart figcaption{font-weight:600;margin-bottom:.25rem}
.chart>svg,.chart .plot svg{display:block;width:100%;max-width:44rem;overflow:visible}
.chart text{font:11px system-ui,sans-serif;fill:var(--quiet);text-anchor:middle}.chart text.start{text-anchor:start}.chart text.end{text-anchor:end}.chart text.strong{font-weight:700;fill:var(--ink)}
.chart text.tick{text-anchor:start;paint-order:stroke;stroke:var(--card);stroke-width:3px}
.chart .grid{stroke:var(--line)}.chart .base{stroke:var(--quiet)}
.chart .fill{fill:var(--green);stroke:var(--green)}.chart .soft{fill:var(--wash);stroke:var(--green)}.chart .hollow{fill:none;stroke:var(--quiet);stroke-dasharray:3 2}
.chart .lost{fill:var(--amber-wash);stroke:var(--amber)}.chart .bad{fill:var(--red);stroke:var(--red)}.chart .stripe{stroke:var(--amber);stroke-width:2}
.chart .mark{fill:var(--card);stroke:var(--amber);stroke-width:2}.chart .note{color:var(--quiet);font-size:.85rem;margin:.25rem 0}
.chart .key{display:flex;flex-wrap:wrap;gap:0 1rem;list-style:none;margin:.25rem 0;padding:0;font-size:.85rem;color:var(--quiet)}.chart .key li{display:flex;gap:.4rem;align-items:center}.chart .key svg{width:14px;height:14px;flex:none}
.chart .flow{display:grid;gap:.35rem;margin:0 0 .5rem}.chart .flow svg{height:22px}.chart .flow strong{font-weight:600;font-variant-numeric:tabular-nums}.chart .flow div{min-width:0}.chart .flow p{margin:0;display:flex;justify-content:space-between;gap:1rem;max-width:44rem}
.chart details{margin:0}.chart details summary{min-height:44px;padding:.6rem 0}.charts{display:grid;gap:1rem 1.5rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr))}
@media print{.chart{break-inside:avoid}.chart details::details-content{content-visibility:visible;display:block;block-size:auto}.chart details>summary{display:none}.chart>svg,.chart .plot svg{max-width:12cm}}
`
