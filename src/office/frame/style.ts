import { hash } from 'node:crypto'
import { BRAND_STYLE } from '../../text/brand-style.ts'
import type { Look } from '../../text/colours.ts'
import { BLOCK_STYLE } from '../../text/page-style.ts'
import { PAPER_STYLE } from './paper-style.ts'
import { CHART_STYLE } from './parts/chart-style.ts'
import { MAP_STYLE } from './parts/map-style.ts'

/**
 * The style of all pages: light and dark, 360 to 1600 px, print; targets of 44 px where fingers press. The
 * colours come before it (`text/colours.ts`).
 */

const BASE = `
* { box-sizing: border-box }
html { background: var(--ground); color: var(--ink); accent-color: var(--green) }
body { margin: 0; font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -.01em; margin: 0 }
h2 { font-size: 1.05rem; line-height: 1.35; margin: 1.75rem 0 .6rem }
h3 { font-size: .95rem; margin: 1.25rem 0 .4rem }
p { margin: 0 0 .65rem }
ul, ol { margin: 0 0 .65rem; padding-left: 1.25rem }
li { padding: .15rem 0 }
a { color: var(--green-ink); text-underline-offset: .2em; text-decoration-thickness: 1px; text-decoration-color: color-mix(in srgb, currentColor 45%, transparent) }
a:hover { text-decoration-thickness: 2px }
td a:not(.action) { padding: .25em 0 }
li > a, p > a:only-child:not(.action), dd > a, .links a, .languages a { display: inline-block; min-height: 24px }
small, .label, .help, .aside { font-size: .84rem; color: var(--quiet); font-weight: 400 }
.icon { width: 1.15em; height: 1.15em; flex: none; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; vertical-align: -.2em }
:is(a, button, input, select, textarea, summary, [tabindex]):focus-visible { outline: 3px solid var(--green); outline-offset: 2px; border-radius: 4px }
.skip { position: absolute; left: -99rem; z-index: 3 }
.skip:focus { left: .5rem; top: .5rem; background: var(--card); padding: .6rem }
mark { background: none; color: var(--red); font-weight: 600; text-decoration: underline }
blockquote { margin: 1rem 0; padding: .25rem 1rem; border-left: 4px solid var(--green); font-size: 1.15rem; max-width: 64rem }
pre { font: .95rem/1.4 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: normal; margin: .75rem 0 }
.sets .help { margin: 0 0 .45rem 1.9rem }
pre.letter { overflow-wrap: anywhere }
main > p { max-width: 64rem }
main > p, main > ul, main > ol { color: var(--ink) }
`

const SHELL = `
.shell { display: grid; grid-template-columns: 14.5rem minmax(0, 1fr); align-items: start; min-height: 100vh }
main { padding: 1.4rem 1.9rem 4rem; max-width: 76rem; width: 100% }
.shell > header { position: sticky; top: 0; height: 100vh; display: flex; flex-direction: column; background: var(--card); border-right: 1px solid var(--line) }
#menu { display: flex; flex-direction: column; gap: .8rem; padding: .5rem .75rem 0; flex: 1; overflow-y: auto; min-height: 0; scroll-padding-bottom: 7rem }
.search { position: relative }
.search > .icon { position: absolute; left: .65rem; top: .7rem; color: var(--quiet); pointer-events: none }
.search input { min-height: 38px; padding: .3rem .5rem .3rem 2.3rem; background: var(--ground); border-color: var(--line) }
#hits { position: fixed; z-index: 3; left: 1rem; top: 8.5rem; width: 24rem; max-height: 70vh; overflow-y: auto; background: var(--card); border: 1px solid var(--edge); border-radius: 8px; padding: .6rem; box-shadow: 0 6px 24px #0003 }
#hits h2 { margin: .4rem .65rem .1rem; font-size: .77rem; color: var(--quiet) }
#menu #hits a { display: block }
#hits .card { border: 0; padding: 0; margin: 0 }
#hits .empty { border: 0; padding: .3rem; margin: 0 }
.hits a { display: block; text-decoration: none; padding: .25rem 0 } .hits a:hover { text-decoration: underline } .hits a small { display: block }
.hits { list-style: none; padding: 0 }
#menu p { margin: 0; font-size: .77rem; font-weight: 600; color: var(--quiet); padding: 0 .65rem .2rem }
#menu ul { list-style: none; margin: 0; padding: 0 }
#menu li { padding: 0 }
#menu a { display: flex; gap: .7rem; align-items: center; padding: .3rem .65rem; border-radius: 8px; color: var(--ink); text-decoration: none; line-height: 1.35 }
#menu a .icon { color: var(--quiet) }
#menu a:hover { background: var(--ground) }
#menu a[aria-current] { background: var(--wash); color: var(--green-ink); font-weight: 600 }
#menu a[aria-current] .icon { color: inherit }
.count { margin-left: auto; background: var(--amber-wash); color: var(--amber); border-radius: 99px; font-size: .8rem; padding: 0 .5rem; font-weight: 600 }
.who { margin-top: auto; border-top: 1px solid var(--line); padding: .6rem 0 .75rem; position: sticky; bottom: 0; background: var(--card) }
.shell .who { z-index: 1 }
.who small { display: block }
.initials { width: 32px; height: 32px; border-radius: 99px; background: var(--wash); color: var(--green-ink); display: grid; place-items: center; font-weight: 600; font-size: .8rem; flex: none }
.who button.quiet { width: 100%; justify-content: flex-start; border-color: transparent; color: var(--ink); padding-left: 1.05rem; font-weight: 400; gap: 1.05rem }
.open, #menu .close { display: none }
.head { display: flex; flex-wrap: wrap; gap: .75rem 1rem; align-items: flex-start; justify-content: space-between; margin-bottom: 1.1rem }
.head > div:first-child { flex: 1 1 16rem; min-width: 0 }
.line { color: var(--quiet); margin: .15rem 0 0 }
.acts, .actions, .buttons { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center }
.more { position: relative } .more > summary { list-style: none } .more > summary::-webkit-details-marker { display: none }
.more > div { position: absolute; right: 0; top: calc(100% + .25rem); z-index: 2; display: grid; gap: .25rem; min-width: 14rem; padding: .4rem; background: var(--card); border: 1px solid var(--edge); border-radius: 8px; box-shadow: 0 6px 24px #0003 }
.more .action { justify-content: flex-start }
.buttons { margin-top: 1rem }
.single { max-width: 44rem; margin: 0 auto; padding: 1rem 1rem 3rem }
.single main { padding: 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: 12px }
.single .brand { padding: 1rem .25rem }
.languages { display: flex; gap: 1.25rem; padding: 1rem 1.5rem; justify-content: center; flex-wrap: wrap }
.shell > .languages { grid-column: 2; justify-content: flex-start; padding-left: 1.9rem }
`

const PARTS = `
.grid { display: grid; grid-template-columns: repeat(12, minmax(0, 1fr)); gap: 1rem; margin-bottom: 1rem; align-items: stretch }
.grid > * { grid-column: span 12; margin: 0 }
.grid > .c3 { grid-column: span 3 } .grid > .c4 { grid-column: span 4 } .grid > .c5 { grid-column: span 5 } .grid > .c6 { grid-column: span 6 }
.grid > .c7 { grid-column: span 7 } .grid > .c8 { grid-column: span 8 } .grid > .c9 { grid-column: span 9 }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.15rem; margin: 0 0 1rem }
.grid > .card { margin: 0 }
.card > h2:first-child, .card > form > div:first-of-type > label { margin-top: 0 }
.card > :last-child { margin-bottom: 0 }
.grid > .card { margin: 0 }
.card p.label { margin: 0 }
.figure { font-size: 1.95rem; font-weight: 650; letter-spacing: -.02em; line-height: 1.2; margin: .1rem 0; font-variant-numeric: tabular-nums }
.c3 .figure { font-size: 1.5rem }
.figure small { font-size: 1rem; font-weight: 500; letter-spacing: 0 }
.badge { display: inline-flex; gap: .3rem; align-items: center; border-radius: 99px; padding: .05rem .55rem .05rem .4rem; font-size: .82rem; font-weight: 600; white-space: nowrap }
.badge .icon { width: 1em; height: 1em; stroke-width: 2.5 }
.good { background: var(--good-wash); color: var(--good) } .warn { background: var(--amber-wash); color: var(--amber) }
.bad { background: var(--red-wash); color: var(--red) } .info { background: var(--blue-wash); color: var(--blue) }
.box { display: flex; gap: .7rem; border-radius: 8px; padding: .75rem .95rem; margin: 0 0 1rem; color: var(--ink) }
.box > .icon { margin-top: .2em }
.box > div { flex: 1; min-width: 0 }
.box > div > :last-child { margin-bottom: 0 }
.acts .buttons { margin: 0 } .apart { margin-top: 1rem } .card .card { background: none; border-style: dashed } .card h3:first-child { margin-top: 0 } .block { display: block }
.box.good > .icon { color: var(--good) } .box.warn > .icon { color: var(--amber) } .box.bad > .icon { color: var(--red) } .box.info > .icon { color: var(--blue) }
.action, button { display: inline-flex; gap: .5rem; align-items: center; justify-content: center; min-height: 40px; padding: .3rem .9rem; border-radius: 8px; border: 1px solid var(--edge); background: var(--card); color: var(--ink); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; overflow-wrap: normal }
.action { max-width: 100%; overflow-wrap: anywhere }
.action:hover, button:hover { border-color: var(--green) }
.action.main, button { background: var(--green); border-color: var(--green); color: var(--on) }
button.quiet { background: transparent; color: var(--green-ink); border-color: var(--edge) }
button:disabled { opacity: .55; cursor: default }
td .buttons { margin: 0 }
.steps .icon { margin-right: .3rem }
td button, td .action { min-height: 34px; padding: .1rem .7rem; font-weight: 500 }
dl { display: grid; grid-template-columns: minmax(7rem, 34%) 1fr; gap: .45rem 1rem; margin: 0 0 .65rem }
dt { color: var(--quiet) }
dd { margin: 0; min-width: 0 }
dl > div { display: contents }
main > dl { max-width: 52rem }
.timeline { list-style: none; margin: 0 0 .65rem; padding: 0 0 0 1.15rem; border-left: 2px solid var(--line) }
.timeline li { position: relative; padding: 0 0 .8rem }
.timeline li::before { content: ""; position: absolute; left: calc(-1.15rem - 6px); top: .45em; width: 10px; height: 10px; border-radius: 9px; background: var(--green) }
.timeline .past { color: var(--quiet) }
.timeline .past::before { background: var(--card); border: 2px solid var(--edge) }
.steps { display: flex; flex-wrap: wrap; gap: .5rem; list-style: none; padding: 0; margin: 0 0 .65rem }
.steps li { flex: 1 1 8rem; padding-top: .5rem; border-top: 3px solid var(--line); font-size: .9rem; color: var(--quiet) }
.steps .done, .steps [aria-current] { border-color: var(--green); color: var(--ink) }
.steps [aria-current] { font-weight: 600 }
.empty { padding: 1.5rem 1rem; text-align: center; color: var(--quiet); border: 1px dashed var(--edge); border-radius: 10px; margin: 0 0 1rem }
progress { width: 100%; height: .6rem }
.fold > summary { display: inline-block }
@media (min-width: 62.01rem) { .stays { position: sticky; top: 1rem; align-self: start } }
@supports selector(::details-content) { @media (min-width: 40.01rem) { .fold > summary { display: none } .fold::details-content { content-visibility: visible; height: auto } } }
.marks { display: inline-flex; flex-wrap: wrap; gap: .25rem .4rem }
.entries { list-style: none; padding: 0 } .entries > li { padding: .75rem 0; border-top: 1px solid var(--line) } .entries > li:first-child { border-top: 0 }
h2 .mark { display: inline-grid; vertical-align: middle; margin-left: .4rem }
.links { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem }
.told p { margin: .25rem 0 } .told p.in { margin-left: 1.5rem } .told tr:has(+ .note) { border: 0 } .note td { color: var(--quiet); padding-left: 1.5rem }
.word { white-space: nowrap } .sentence::first-letter { text-transform: uppercase } .right { text-align: right }
.qr svg { display: block; width: 100%; max-width: 14rem; height: auto }
.bar { fill: var(--green); max-width: 100% } .bar.below { fill: var(--red) }
`

/** `#usual` keeps its place: what arrives there must not move the button from under a pointer. */
const FORMS = `
label { display: block; font-weight: 600; font-size: .92rem; margin: .85rem 0 .25rem }
input, select, textarea { width: 100%; min-height: 44px; padding: .4rem .75rem; border: 1px solid var(--edge); border-radius: 8px; background: var(--card); color: var(--ink); font: inherit }
input[type=file] { padding: .55rem .75rem }
[aria-invalid] { border-color: var(--red); border-width: 2px }
.buttons select { width: auto }
.fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: 0 1.25rem; align-items: start }
.filters > .fields { grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)) }

form.narrow { max-width: 27rem }
.find { display: flex; flex-wrap: wrap; gap: 0 .6rem; align-items: flex-end; margin-bottom: 1rem; max-width: 40rem }
.find > div:first-child { flex: 1 1 14rem }
.find label { margin-top: 0 } .find .buttons { margin: .4rem 0 0 } .find button { min-height: 44px }
.help { margin: .25rem 0 0; max-width: 46rem }
.fault { color: var(--red); font-weight: 600; margin: .25rem 0 0 }
fieldset { border: 1px solid var(--line); border-radius: 8px; margin: .85rem 0 0; padding: .25rem .9rem .6rem; min-width: 0 }
form + .wide, .card > .help + form { margin-top: .75rem } form + .box { margin-top: 1rem }
.card > form > fieldset { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 0 1rem }
.card > form > fieldset > p { grid-column: 1 / -1 }
form:has([value=officer]:checked) .of-member, form:has([value=member]:checked) .of-officer { display: none }
legend { font-weight: 600; font-size: .92rem; padding: 0 .3rem }
.fault + select { margin-top: .4rem }
.box-label { display: flex; gap: .7rem; align-items: center; font-weight: 400; font-size: inherit; margin: 0; min-height: 40px }
.box-label input { width: 1.2rem; height: 1.2rem; min-height: 0; margin: 0; flex: none }
summary { padding: .5rem 0; min-height: 40px; font-weight: 600; color: var(--green-ink); cursor: pointer }
#usual { min-height: 2.7rem }
#scale:not([hidden]) { display: flex; margin-top: .4rem; flex-wrap: wrap; gap: .25rem 1rem; align-items: center; min-height: 46px } #scale.silent { visibility: hidden }
#scale strong { color: var(--ink); font-size: 1rem } #scale .help { flex: 1 1 12rem; margin: 0 } #scale button { min-height: 44px } button[hidden] { display: none }
.big:not(:has(.fault)) { align-items: end }
.big input:not([type=radio]) { min-height: 58px; font-size: 1.35rem }
kbd { font: inherit; font-size: .8rem; border: 1px solid var(--edge); border-radius: 4px; padding: 0 .35rem; color: var(--quiet) }
button kbd { color: inherit; border-color: currentColor; opacity: .8 }
`

const TABLES = `
.wide { overflow-x: auto; margin: 0 0 1rem }
main > .wide, main > section:not(.card) > .wide, main > form > .wide { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .2rem .6rem }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { padding: .45rem .6rem; text-align: left; vertical-align: top; overflow-wrap: break-word }
td > span { display: inline-block; max-width: 30rem } td .address { overflow-wrap: anywhere }
.todo td:first-child { width: 100%; max-width: 0 } .todo td:first-child > span { display: block; max-width: none }
.looks { margin-bottom: 1rem } .looks td { vertical-align: middle } .looks td select { width: 100%; min-width: 17rem } .looks .badge { white-space: normal } .looks[aria-busy=true] { cursor: progress; opacity: .6 }
th, td.right { white-space: nowrap }
th { font-size: .84rem; font-weight: 600; color: var(--quiet) }
.right { text-align: right }
thead th { border-bottom: 1px solid var(--edge); position: sticky; top: 0; background: var(--card) }
tbody tr { border-bottom: 1px solid var(--line) }
tbody tr:last-child { border-bottom: 0 }
@media (hover: hover) { tbody tr:hover { background: color-mix(in srgb, var(--ground) 60%, transparent) } }
@media screen and (min-width: 40.01rem) { td { height: 42px } td :is(button, .action) { white-space: nowrap } .wide { max-height: 80vh; overflow-y: auto } :is(.looks, .todo) .wide { max-height: none } }
`

/** Narrow screens: the menu is opened by its link (`:target`), and each row of a table is a list. */
const NARROW = `
@media screen and (max-width: 62rem) {
  .shell { display: block }
  .shell > header { position: static; height: auto; flex-direction: row; align-items: center; border-right: 0; border-bottom: 1px solid var(--line) }
  .brand { padding: .6rem 1rem; min-width: 0; flex: 1; min-height: 44px }
  .open { display: inline-flex; gap: .5rem; align-items: center; min-height: 44px; padding: 0 1rem; font-weight: 600; text-decoration: none }
  #menu { display: none }
  #menu:target { display: flex; position: fixed; inset: 0; z-index: 2; background: var(--card); padding: .75rem 1rem 0 }
  #menu a { min-height: 44px; font-size: 1.05rem }
  #hits { position: static; width: auto; max-height: none; box-shadow: none; margin-top: .4rem }
  #menu .close { display: flex; justify-content: flex-end; font-weight: 600; color: var(--green-ink) }
  main { padding: 1.1rem 1rem 3rem }
  .shell > .languages { padding-left: 1rem }
  .grid > .c3, .grid > .c4 { grid-column: span 6 }
  .grid > :is(.c5, .c6, .c7, .c8, .c9) { grid-column: span 12 }
}
@media screen and (max-width: 40rem) {
  .grid > .c3, .grid > .c4 { grid-column: span 12 }
  .single { padding: 0 0 2rem } .single main { border-width: 1px 0; border-radius: 0; padding: 1.1rem 1rem } .single .brand { padding: .75rem 1rem }
  .acts { flex: 1 1 100% } .acts .main { order: -1 }
  .more { flex: 1 1 auto } .more > summary { justify-content: center; width: 100% } .more > div { position: static; min-width: 0; margin-top: .5rem }
  .acts .action, .acts button { flex: 1 1 auto }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  table, tbody, tr, td { display: block }
  tbody tr { padding: .5rem 0 }
  td { display: flex; justify-content: space-between; align-items: baseline; gap: 1rem; padding: .2rem 0; text-align: left; overflow-wrap: anywhere }
  td > span { display: inline; max-width: none }
  td.right, .badge { white-space: normal } td.right:not([data-title]) { justify-content: flex-end }
  td:has(> span:empty) { display: none }
  td[data-title]::before { content: attr(data-title); color: var(--quiet); flex: none; max-width: 42%; text-align: left }
  .todo td:first-child { display: block; max-width: none } .todo td:first-child::before { content: none }
  .looks td:has(select) { display: block } .looks td select { min-width: 0 }
  .looks td:has(select)::before { display: block; max-width: none; margin-bottom: .25rem }
  dl { grid-template-columns: minmax(6rem, 2fr) 3fr }
  #usual { min-height: 4.2rem }
}
@media (pointer: coarse), (max-width: 40rem) {
  .action, button, summary, .box-label { min-height: 44px }
  td button, td .action { min-height: 44px }
  td a:not(.action) { padding: .25em 0 }
li > a, p > a:only-child:not(.action), dd > a { display: inline-flex; align-items: center; min-height: 44px }
}
`

const PRINT = `
@media print {
  :root { color-scheme: light; --ground: #fff; --card: #fff; --ink: #000; --quiet: #444; --line: #bbb; --green: #000; --green-ink: #000 }
  header, nav, .acts, .actions, .buttons, .links, form, .help, .skip { display: none !important }
  .shell { display: block; min-height: 0 }
  body, .single { max-width: none; padding: 0; font-size: 10pt }
  main, .single main { padding: 0; max-width: none; border: 0 }
  .card { border: 0; padding: 0 } .card:has(> h2 + form:last-child) { display: none }
  a { color: inherit; text-decoration: none }
  h1, h2, h3 { break-after: avoid } tr, li, p { break-inside: avoid }
  pre { margin: 0; font-size: 8pt } pre.key { margin: .5rem 0; font-size: 10.5pt }
  th { white-space: normal } .wide { overflow: visible; border: 0 !important; padding: 0 !important } thead th { position: static }
}
`

/** Without what only its readers need. */
const packed = (style: string): string =>
  style
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .replaceAll(': ', ':')
    .trim()

const STYLE =
  packed(BRAND_STYLE + BASE + SHELL + PARTS + FORMS + TABLES + NARROW + BLOCK_STYLE + PRINT) +
  CHART_STYLE +
  MAP_STYLE +
  PAPER_STYLE

/** Returns the style of pages of this look. */
export const styleOf = (look: Look): string => look.colours + STYLE

const addresses = new WeakMap<Look, string>()

/** Returns the address of the style, which changes with it, so that browsers keep exactly what they need. */
export function styleAddress(look: Look): string {
  const known = addresses.get(look) ?? `/office.css?${hash('sha256', styleOf(look)).slice(0, 16)}`
  addresses.set(look, known)
  return known
}
