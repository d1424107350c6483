/** The style of pages that stand alone, and of the blocks of documents, on those pages and on the office's own. */

/** With `BLOCK_STYLE`, after the colours. */
export const PAGE_STYLE = `*{box-sizing:border-box}
html{background:var(--ground);color:var(--ink)}
body{margin:0 auto;max-width:64rem;padding:0 1rem 3rem;font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:anywhere}
body>header{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:0 1.5rem;padding:.5rem 0}
.brand{padding:.6rem 0}
a{color:var(--green-ink);text-underline-offset:.2em}
:is(a,[tabindex]):focus-visible{outline:3px solid var(--green);outline-offset:2px;border-radius:4px}
nav a,li a,td a{display:inline-block;padding:.65rem 0}
h1{font-size:1.35rem;line-height:1.3;margin:.75rem 0}
h2{font-size:1.05rem;margin:0 0 .6rem}
p{margin:.5rem 0}ul{margin:.5rem 0;padding-left:1.25rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1rem 1.15rem;margin:0 0 1rem}
.card>h1{margin-top:0}.card>:last-child{margin-bottom:0}
dl{margin:.5rem 0}dl>div{display:grid;grid-template-columns:7rem 1fr;gap:.2rem 1rem}dt{color:var(--quiet)}dd{margin:0}
table{border-collapse:collapse;width:100%;margin:.5rem 0;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .6rem .3rem 0;text-align:left;vertical-align:baseline;overflow-wrap:break-word}
thead th,td.right{white-space:nowrap}.wide{overflow-x:auto}
th{font-weight:600;font-size:.9rem}thead th{color:var(--quiet);border-bottom:1px solid var(--edge)}
tr:not(.note) td{border-top:1px solid var(--line)}thead td{border:0!important}
.right{text-align:right}.label{font-size:.84rem;color:var(--quiet)}
@media screen and (max-width:40rem){
body{padding:0 .6rem 2rem}td,th{overflow-wrap:anywhere}.facts th{white-space:nowrap}thead{display:none}
table:not(.facts),table:not(.facts)>tbody,table:not(.facts)>tbody>tr,table:not(.facts)>tbody>tr>:is(td,th){display:block;text-align:left}
table:not(.facts)>tbody>tr:not(.note){border-top:1px solid var(--line);padding-top:.5rem}
tr:not(.note)>td[data-title]{display:flex!important;justify-content:space-between;align-items:center;gap:1rem;white-space:normal;border:0!important}
td[data-title]::before{content:attr(data-title);color:var(--quiet);flex:none}
dl>div{display:block}}
@media print{:root{color-scheme:light;--ground:#fff;--card:#fff;--ink:#000;--quiet:#333;--line:#999;--green-ink:#000}
thead th,td.right{white-space:normal}thead{display:table-header-group}.wide{overflow:visible}
body{max-width:none;padding:0;font-size:10pt;line-height:1.4}table{font-size:9pt}nav{display:none}a{color:inherit;text-decoration:none}nav a,li a,td a{display:inline;padding:0}
@page{margin:15mm 16mm 18mm;@bottom-right{content:counter(page) " / " counter(pages);font:8pt system-ui,sans-serif}}
.card{border:0;padding:0}h1{border-bottom:2px solid #000;font-size:16pt}h2{break-after:avoid}tr,p,li,dl>div{break-inside:avoid;orphans:2;widows:2}tbody:not(:has(>.note:first-child))>tr:has(+.note),tbody:has(>.note:first-child)>.note{break-after:avoid}
tbody:has(>.note:first-child)>.note td{border-top:1px solid var(--line);padding:.4rem 0 0;color:#000;font-weight:bold}tbody:has(>.note:first-child)>.note+tr td{border-top:0}}
`

/** Headings of documents are capitals in plain text; a page shows them as it shows its others. */
export const BLOCK_STYLE = `.caps{text-transform:lowercase}.caps::first-letter{text-transform:uppercase}
p.in{margin-left:1rem}td.keeps{white-space:nowrap}
table.facts{width:auto;margin:.25rem 0 .5rem 1rem}table.facts th{font-weight:normal;color:var(--quiet);padding-right:1.5rem}table.facts tr,table.facts td{border:0}table.facts :is(th,td){padding-top:.1rem;padding-bottom:.1rem;height:auto}.told .wide{max-height:none}
tr.note td{color:var(--quiet);padding:0 .6rem .4rem 1rem;border:0;height:auto}tr:has(+.note){border-bottom:0}
.barred{margin:.75rem 0 1rem;max-width:52rem}.barred figcaption{font-weight:600;margin-bottom:.25rem}
.barred tbody th{white-space:nowrap;color:inherit;font-weight:400}.barred .drawn{width:45%;min-width:8rem}.barred :is(tr,td,tbody th){height:auto;padding-top:.2rem;padding-bottom:.2rem}thead .drawn{border-bottom:1px solid var(--edge)!important}
.bars{display:block;width:100%;height:16px;overflow:visible}.swatch{width:.75em;height:.75em}.key{display:flex;flex-wrap:wrap;gap:0 1.25rem;margin:0 0 .4rem}
.b-full{fill:var(--green)}.b-half{fill:var(--green);fill-opacity:.45}.b-edged{fill:var(--green);fill-opacity:.15;stroke:var(--green);stroke-width:1.5;vector-effect:non-scaling-stroke}.b-open{fill:none;stroke:var(--green);stroke-width:1.5;stroke-dasharray:4 3;vector-effect:non-scaling-stroke}
@media screen and (max-width:40rem){table.facts tr{display:flex;flex-wrap:wrap;justify-content:space-between}table.facts td:nth-child(3){flex-basis:100%}.barred .drawn{width:100%;padding:0}.barred tbody th{display:block;padding:.2rem 0}.barred td[data-title]{display:inline-flex!important;gap:.35rem;padding:0 .9rem 0 0}}
@media print{.b-full{fill:#000}.b-half{fill:#999;fill-opacity:1}.b-edged{fill:#fff;fill-opacity:1;stroke:#000}.b-open{stroke:#000}*{print-color-adjust:exact}
.smallprint,.view .beside{columns:2;column-gap:6mm}.smallprint{font-size:6.5pt;line-height:1.2;margin-top:2mm}.smallprint .card{border:0;padding:0;margin:0 0 .4em}.smallprint h2{font-size:1.1em;margin:.3em 0 .1em}.smallprint :is(p,ul){margin:.1em 0}.smallprint ul{padding-left:1em}.smallprint li{padding:0;min-height:0}
@page view{margin:9mm 12mm 12mm}
.view{page:view;font-size:6.4pt;line-height:1.13}.view .wide{margin:0}.view .smallprint{font-size:5.7pt}main:has(.view)>.head,.view .barred{display:none}.view .card{padding:0;margin:0 0 .4em;border:0;box-shadow:none}.view h2{font-size:1.15em;margin:.3em 0 .1em}.view>section:first-child h2{font-size:1.6em}.view p{margin:.15em 0}.view dl{gap:.05em 1em;margin:.2em 0;grid-template-columns:6em 1fr}.view table{font-size:1em;margin:.15em 0}.view th{font-size:1em}.view :is(th,td){padding:.1em .7em .1em 0;height:auto}.view tr.note td{padding:0 0 .1em 1em}
.view :is(table.facts,.facts tbody){display:block}.view .facts tr{display:inline-block;margin-right:1.4em}.view .facts :is(th,td){display:inline;padding:0 .4em 0 0}
}
`
