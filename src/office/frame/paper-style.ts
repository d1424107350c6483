import { marked } from '../../text/foreign.ts'
import { GAPS, LEADING, SCALES } from '../counter/receipt-style.ts'

/**
 * The style of paper: black on white, on the screen as in print. It follows the style of the pages, so that
 * its rules win. Receipts add the size of their paper (`receipt-style.ts`).
 */

const scales = Object.entries(SCALES)
  .map(([as, scale]) => `.receipt .${as}{font-size:${scale}em}`)
  .join('')

export const PAPER_STYLE = `
.sheet{--ground:#fff;--card:#fff;--ink:#000;--quiet:#333;--line:#999;--green:#000;--green-ink:#000;--accent:#000;--bad:#000;--red:#000;--warn:#000;--amber:#000;--soft:#fff;--wash:#fff;color-scheme:light;background:#fff;color:#000;border:1px solid #8886;border-radius:.25rem;padding:1.5rem;margin:1rem 0;max-width:56rem}
.sheet h2{font-size:1.15em;margin:1.5em 0 .4em}.sheet h3{font-size:1em;margin:1em 0 .3em}
.sheet a,.sheet mark{color:inherit;text-decoration:none}
.sheet th{font-size:inherit;white-space:normal;vertical-align:bottom;color:inherit}.sheet :is(th,td).right{text-align:right}.sheet :is(th,td):last-child{padding-right:0}
.letterhead{border-bottom:2px solid #000;padding-bottom:.6em;margin-bottom:1em}.letterhead p{margin:0}.letterhead h2{font-size:1.5em;line-height:1.25;margin:.15em 0 .25em}
.sheet dl{grid-template-columns:fit-content(30%) 1fr}.sheet dt{color:inherit;font-weight:600}
.answer>p{margin:.4em 0 0}.answer>p.in{margin:.1em 0 0 1.5em;color:var(--quiet)}
.invitation .way{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 2em;align-items:start}.invitation .way h2{margin-top:.8em}.invitation .way svg{width:9.5em;height:9.5em}.invitation ol{padding-left:1.4em;margin:.3em 0}.invitation li{margin:.35em 0;padding:0;border:0;overflow-wrap:anywhere}:is(.invitation>h2,.invitation .way h2){border-bottom:1px solid #000;padding-bottom:.15em}
.invitation :is(.token,.print){font-family:ui-monospace,monospace;overflow-wrap:anywhere;margin:.4em 0}.invitation .token{font-size:1.25em;font-weight:700}.invitation .print{font-size:.9em}.invitation .print span{display:block}.invitation .fine{font-size:.84em;margin-top:1.4em}.invitation .fine p{margin:.3em 0}
@media screen and (max-width:40rem){.invitation .way{grid-template-columns:1fr}}
.signatures{display:grid;grid-template-columns:1fr 1fr;gap:0 2rem;margin-top:1.5em;break-inside:avoid}.signatures p{margin:0}
.signatures .by,.signatures .number{grid-column:1/-1}.signatures .number{margin-top:1em;font-size:.85em}
.signatures .thumb{grid-row:span 2;border:1px solid #000;min-height:9.5em;margin-top:1em;display:flex;align-items:end;padding:.3em .5em}
.signatures .line{border:0;border-top:1px solid #000;padding-top:.2em;margin-top:4.2em;align-self:end}
.receipt{font-size:1rem;line-height:${LEADING};width:20em;max-width:100%;padding:1.25em}.receipt.a5{width:34em}.receipt.roll-80{width:24em}
@media screen{.slip{display:none}}.receipt p{margin:0}${scales}
.receipt :is(.copy,.coop,.phone,.kind){text-align:center}.receipt :is(.copy,.coop,.figure,.what,.lead,.notice,.sum .figures){font-weight:700}.receipt .kind{letter-spacing:0}
.receipt .notice{border:.15em solid #000;padding:${GAPS.insideNotice}em;margin:${GAPS.aroundNotice}em 0}
.receipt .who{border:0;padding:0}.receipt .who strong{font-weight:700}.receipt .figure{font-weight:700;font-variant-numeric:tabular-nums}
.receipt hr{border:0;border-top:.3mm solid #000;margin:${GAPS.rule}em 0}
.receipt dl{display:block;margin:0}.receipt dl>div,.receipt .sum{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 ${GAPS.between}em}.receipt dt{font-weight:400}.receipt dd,.receipt .figures{margin:0 0 0 auto;text-align:right;overflow-wrap:anywhere}.receipt .sum>.detail{flex-basis:100%;font-size:${GAPS.detail}em}.receipt:not(.a5) .sum>.detail{order:1}
.receipt.a5 dl>div{display:grid;grid-template-columns:9em minmax(0,1fr);gap:0;border-bottom:.2mm solid #bbb}.receipt.a5 dl>div:last-child{border:0}.receipt.a5 .sums{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr) auto;gap:0 ${GAPS.between}em;align-items:baseline}.receipt.a5 .sum{display:contents}
.receipt .code{margin-bottom:${GAPS.belowCode}em;display:flex;align-items:center;gap:${GAPS.between}em}.receipt .code strong{display:block;font-size:${GAPS.number}em}.receipt .code svg{flex:none;width:8.5em;height:auto;display:block}
.receipt .thumb{border:.15em solid #000;padding:${GAPS.thumb}em ${GAPS.insideNotice}em 0;margin-top:${GAPS.between}em}.receipt .blank{border-top:.3mm solid #000;margin-top:${GAPS.line}em}
.receipt .id{font-family:ui-monospace,monospace;overflow-wrap:anywhere}
@media print,(min-width:40.01rem){.sheet .right+:not(.right){padding-left:.6em}}
@media print{
@page{margin:15mm 16mm 18mm;@bottom-right{content:counter(page) " / " counter(pages);width:12%;font:8pt system-ui,sans-serif;color:#000;white-space:nowrap}}
main.printed>:not(.sheet){display:none!important}body:has(.sheet),body:has(.sheet) :is(.shell,main){display:block;max-width:none;margin:0;padding:0;background:#fff}
.sheet{border:0;border-radius:0;padding:0;margin:0;max-width:none;font-size:10.5pt;line-height:1.4}.sheet *{color:#000!important}.sheet td.right{white-space:normal;overflow-wrap:normal}.sheet .help{display:block!important}.sheet :is(td,li,p) a{display:inline;padding:0;min-height:0}
.sheet :is(p,li){orphans:2;widows:2}.sheet :is(h2,h3,.letterhead){break-after:avoid}.sheet thead{display:table-header-group}.sheet :is(tr,dl>div){break-inside:avoid}.sheet tbody:not(:has(>.note:first-child))>tr:has(+.note),.sheet tbody:has(>.note:first-child)>.note{break-after:avoid}.answer>p:has(+.in){break-after:avoid}
.sheet :is(.wide,table){overflow:visible}.sheet table{font-size:.86em}.sheet :is(th,td){padding:.25em .7em .25em 0}
.sheet blockquote{margin:0;padding:0;border:0;font-size:13pt}.sheet blockquote p{margin:0 0 .7em}
.sheet .wide+.wide{margin-top:1.2em}.sheet .box{border:1px solid #000;padding:.3em .6em;margin:.6em 0}
.sheet.answer{font-size:9pt;line-height:1.3}.answer dl{margin:.2em 0;gap:.1em 1em}.answer>h2{font-size:1.1em;margin:.9em 0 .2em}.answer :is(th,td){padding:.14em .7em .14em 0}.answer tr.note td{padding:0 0 .14em 1em}.answer .wide{margin:.3em 0}.answer table{margin:0}
.sheet.dense{font-size:9.5pt;line-height:1.3}.dense h2{font-size:1.1em;margin:.9em 0 .2em}.dense dl{margin:.2em 0;gap:.1em 1em}.dense :is(th,td){padding:.14em .7em .14em 0}.dense p{margin:.2em 0}.dense .wide{margin:.3em 0}.dense table{margin:0}
pre.sheet{font-size:8pt}.sheet.receipt{width:auto;padding:0;line-height:${LEADING}}}
`

/** Returns a text as a CSS string that no character can end, and that HTML need not escape. */
export const cssString = (text: string): string =>
  `"${marked(text).replace(/[^A-Za-z0-9 ]/gu, (letter) => `\\${letter.codePointAt(0)?.toString(16)} `)}"`

/** The style of one page: what its paper is, on the foot of every sheet. */
export const footStyle = (cooperative: string, title: string): string =>
  `@page{@bottom-left{content:${cssString(`${title} · ${cooperative}`)};width:88%;font:8pt system-ui,sans-serif;text-align:left}}`
