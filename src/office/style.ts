/** The style of all pages: targets of 44 px or more, light and dark, widths from 360 px, printable. */
export const STYLE = `:root{color-scheme:light dark;--line:#8888;--quiet:#555;--accent:#0b5d3b;--on:#fff;--bad:#a40000;--warn:#8a4b00;--soft:#8881}
@media(prefers-color-scheme:dark){:root{--quiet:#bbb;--accent:#7fd6ac;--on:#08140e;--bad:#ff9a9a;--warn:#ffc069}}
*{box-sizing:border-box}html{background:Canvas;color:CanvasText}
body{margin:0 auto;max-width:76rem;padding:0 1rem 3rem;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem}
header{display:flex;flex-wrap:wrap;gap:0 1rem;align-items:center;border-bottom:1px solid var(--line);margin-bottom:1rem}
header strong{padding:.65rem 0}
nav{display:flex;flex-wrap:wrap;gap:0 .2rem;flex:1}
nav a{display:inline-block;padding:.65rem .5rem;min-height:44px}
nav a[aria-current]{font-weight:bold;border-bottom:3px solid var(--accent);color:inherit;text-decoration:none}
header form{display:flex;gap:.75rem;align-items:center}
nav summary{display:inline-block;padding:.65rem .5rem}
h1{font-size:1.5rem;margin:.5rem 0 1rem}h2{font-size:1.1rem;margin:2rem 0 .5rem}
a{color:var(--accent)}td a,li a{display:inline-block;padding:.6rem 0;min-height:44px}li>a:only-child,td a:only-child{display:inline-flex}
label{display:block;font-weight:600;margin-top:.75rem}
input,select,button{font:inherit;min-height:44px;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.375rem;width:100%;background:Canvas;color:CanvasText}
input:focus-visible,select:focus-visible,button:focus-visible,a:focus-visible,summary:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
button{width:auto;background:var(--accent);color:var(--on);border-color:var(--accent);font-weight:600;cursor:pointer}
button.quiet{background:transparent;color:var(--accent)}
.buttons{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1rem}
.buttons select{width:auto}
.links{display:flex;flex-wrap:wrap;gap:0 1.5rem}
.fields{display:grid;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr));gap:0 1rem}
form.narrow{max-width:26rem}
summary{padding:.6rem 0;min-height:44px;font-weight:600;color:var(--accent);cursor:pointer}
p a{display:inline-block;padding:.6rem 0;min-height:44px}
fieldset{border:1px solid var(--line);border-radius:.375rem;margin:.75rem 0 0;padding:.25rem .75rem .5rem}legend{font-weight:600;padding:0 .25rem}
.box-label{display:flex;gap:.75rem;align-items:center;font-weight:400;margin:0;min-height:44px}.box-label input{width:1.25rem;min-height:1.25rem;margin:0;flex:none}
blockquote{margin:1rem 0;padding:.25rem 1rem;border-left:4px solid var(--accent);font-size:1.15rem}
.paper{display:none}.line{border-bottom:1px solid;padding-top:3rem}
dl{display:grid;grid-template-columns:minmax(8rem,14rem) 1fr;gap:.25rem 1rem;margin:.5rem 0}dt{color:var(--quiet)}dd{margin:0;overflow-wrap:anywhere}dl>div{display:contents}
.told p{margin:.25rem 0}.told p.in{margin-left:1.5rem}.told tr:has(+.note){border:0}.note td{color:var(--quiet);padding-left:1.5rem}
mark{background:none;color:var(--bad);font-weight:600;text-decoration:underline}
.help{color:var(--quiet);font-size:.9rem;margin:.25rem 0 0}
.fault{color:var(--bad);font-weight:600;margin:.25rem 0 0}
.box{border-left:4px solid var(--line);background:var(--soft);padding:.5rem 1rem;margin:1rem 0}
.box.good{border-color:var(--accent)}.box.warn{border-color:var(--warn)}.box.bad{border-color:var(--bad)}
.box p{margin:.25rem 0}
table{border-collapse:collapse;width:100%;margin:.5rem 0;font-variant-numeric:tabular-nums}
th,td{padding:.35rem .75rem .35rem 0;text-align:left;vertical-align:baseline;overflow-wrap:break-word}
th,td.right{white-space:nowrap}main>p,.box,blockquote{max-width:64rem}.wide{overflow-x:auto}
thead th{border-bottom:2px solid var(--line)}tbody tr{border-bottom:1px solid var(--line)}
.word{white-space:nowrap}.qr svg{display:block;width:100%;max-width:14rem;height:auto}.sentence::first-letter{text-transform:uppercase}.right{text-align:right}.bar{fill:var(--accent);max-width:100%}.bar.below{fill:var(--bad)}.timeline li{padding:.25rem 0}
.map{display:block;width:100%;max-width:40rem;height:auto;border:1px solid var(--line);border-radius:.375rem;margin:.5rem 0}
.map .plot{stroke-width:1.5;vector-effect:non-scaling-stroke}.map .own{fill:var(--accent);fill-opacity:.3;stroke:var(--accent)}
.map .other{fill:var(--bad);fill-opacity:.2;stroke:var(--bad);stroke-dasharray:4 3}
.map text{font:bold 12px system-ui,sans-serif;fill:CanvasText;text-anchor:middle}.map .start{text-anchor:start}.map .scale{stroke:CanvasText;stroke-width:2}
pre{font:1rem/1.35 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:normal;margin:1rem 0}
pre.letter{overflow-wrap:anywhere}
@media screen and (max-width:40rem){
nav{order:1;flex-basis:100%}
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
table,tbody,tr,td{display:block}
tbody tr{padding:.5rem 0}
td{display:flex;justify-content:space-between;align-items:baseline;gap:1rem;padding:.15rem 0;text-align:left;overflow-wrap:anywhere}td.right{white-space:normal}
td[data-title]::before{content:attr(data-title);color:var(--quiet);flex:none;max-width:42%}
dl{grid-template-columns:minmax(6rem,2fr) 3fr}
pre.a5{font-size:min(1rem,calc((100vw - 2rem) / 39))}pre.roll-80{font-size:min(1rem,calc((100vw - 2rem) / 29.5))}}
@media screen and (min-width:64rem){.bar{max-width:none}
@supports selector(:has(a)){header{position:relative}header:has(nav details[open]){padding-bottom:48px}.more{position:absolute;left:-.5rem;right:0;bottom:0}.more a{margin-right:.5rem}}}
@media print{header,nav,.buttons,.links,form,.help,.skip,main.printed>:not(.sheet){display:none!important}
body{max-width:none;padding:0;font-size:10pt}a{color:inherit;text-decoration:none}
td a,li a,p a{padding:0;min-height:0}h1,h2,h3{break-after:avoid}tr,li,p{break-inside:avoid}
@page{margin:1.5cm}.paper{display:block;break-inside:avoid}
pre{margin:0;font-size:8pt}pre.key{margin:.5rem 0;font-size:10.5pt}th{white-space:normal}.wide{overflow:visible}}
`
