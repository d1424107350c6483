import { normalized } from '../../sheets/meaning.ts'
import { isHijri } from './calendars.ts'
import { type GuessedColumn, type Kind, kindOf, type Meaning } from './columns.ts'
import type { LaidOutColumn } from './layout.ts'
import { numberIn } from './styles.ts'
import { isOnlyUnit } from './words.ts'

/** What the heading of a column says, and what its cells look like, each column by itself. */

export const GIVEN_NAME = /\b(first|given|fore) ?names?\b|\bprenoms?\b|\bprimeiro nome\b/
/** A heading that means the surname if another column has the given name. */
export const PLAIN_NAME = /^(nom|nome|name|jina)$/

/**
 * Words of headings in English, French, Spanish, Portuguese and Swahili, without accents, and what the cells below
 * must be. The first match decides.
 */
export const HEADINGS: readonly (readonly [Meaning, keyof typeof CELLS, RegExp])[] = [
  [
    'tare',
    'figures',
    /\b(tare|tara)\b|^(?!.*\b(bei|prix|price|cost|idadi|nombre|number|n)\b).*\b(emballages?|chombo|vyombo)\b/,
  ],
  ['gross', 'figures', /\b(gross|brut(o|e)?|ghafi)\b/],
  [
    'kg_price',
    'figures',
    /(price|rate|prix|precio|pre[cç]o|bei).*((\bper\b|\/|\bpar\b|\bpor\b|\bkwa\b) ?(1 )?(kgs?|kilos?)\b)/,
  ],
  [
    'unit_price',
    'figures',
    /(price|rate|prix|precio|pre[cç]o|bei).*(\bper\b|\/(?! ?(total|amount|value|sum|jumla)\b)|\bpar\b|\bpor\b|\bkwa\b)|unit (price|cost)|^rate$|price\/|prix unitaire/,
  ],
  [
    'price',
    'figures',
    /\b(price|amount|value|total paid|paid|payment|prix|montant|precio|importe|pre[cç]o|valor|bei|malipo)\b/,
  ],
  [
    'receipt',
    'unique',
    /\b(receipt|ticket|voucher|slip|grn|invoice|ref|reference|serial|re[cç]u|recibo|stakabadhi|bon)\b/,
  ],
  [
    'phone',
    'phones',
    /\b(phone|telephone|tel|mobile|cell|contact|simu|t[eé]l[eé]phone|tel[eé]fono|telefone)\b/,
  ],
  [
    'member_no',
    'any',
    /\b(member|farmer|grower|membre|socio|mwanachama|id|code)\b.*(\b(no|nr|num|number|id|code)\b|n[º°]|#)|\bmember(ship)? ?(no|id)$|\bfarmer ?(id|code)$/,
  ],
  // The number before whose it is: `Namba ya mwanachama`, `N° adhérent`.
  [
    'member_no',
    'numbered',
    /(\b(namba|nambari|numero|num|no|nr|code|matricule)|^n|n ?[º°]) ?((ya|de|du|of|d['’]|de l['’]|of the) ?)?((kadi|carte) (ya|de) )?(mwanachama|uanachama|mkulima|mfugaji|membre|adherent|societaire|producteur|planteur|agriculteur|member|farmer|grower)$|\b(adherent|producteur|planteur|mkulima) ?(\b(n|no|na|nr|numero|namba|code)|n?[º°]|#)$/,
  ],
  ['member_no', 'codes', /\bmember(ship)?$|\bmwanachama$|\bmembre$/],
  [
    'buyer',
    'words',
    /\b(buyer|collector|agent|acheteur|collecteur|comprador|mnunuzi|wanunuzi|mkusanyaji|wakusanyaji)s?\b/,
  ],
  ['name', 'words', GIVEN_NAME],
  [
    'surname',
    'words',
    /\b(surname|last ?name|family name|(middle|other) names?|apellidos?|sobrenome)\b|\bnom de famille\b/,
  ],
  [
    'name',
    'words',
    /\b(name|farmer|member|producer|grower|supplier|nom|nombre|nome|jina|mkulima|mfugaji|mwanachama|muuzaji|producteur|agriculteur|planteur|cultivateur|fournisseur|adherent|membre|productor|produtor|agricultor)s?\b/,
  ],
  ['unit', 'any', /\b(unit|units|uom|measure|unit[eé]|unidad|unidade|kipimo)\b/],
  [
    'weight',
    'figures',
    /\b(kgs?|kilos?|kilograms?|weight|wt|qty|quantity|net|litres?|liters?|poids|quantit[eé]|peso|cantidad|quantidade|uzito|kiasi|halisi|wavu)\b/,
  ],
  [
    'crop',
    'words',
    /\b(crop|produce|product|commodity|item|culture|produit|cultivo|producto|produto|zao|mazao)\b/,
  ],
  ['place', 'words', /\b(place|store|centre|center|station|depot|location|lieu|lugar|local|mahali|kituo)\b/],
  ['date', 'dates', /\b(date|day|today|delivered on|jour|fecha|data|tarehe|siku)\b/],
]

const DATE_SHARE = 0.6
export const share = ({ cells }: LaidOutColumn, is: (cell: string) => boolean): number =>
  cells.length === 0 ? 0 : cells.filter(is).length / cells.length

export const isNumber = (cell: string): boolean => numberIn(cell) !== null
export const isWords = (cell: string): boolean => /\p{L}{2,}/u.test(cell) && !/^\d/.test(cell)
const isPhone = (cell: string): boolean =>
  /^\+?[\d\s()/-]{7,20}$/.test(cell) && cell.replace(/\D/g, '').length >= 7

/** What the cells of a column are. */
export const CELLS = {
  dates: isDates,
  figures: (column: Read) => share(column, isNumber) > 0.5 && !isDates(column),
  phones: (column: Read) => share(column, isPhone) > 0.5,
  words: (column: Read) => share(column, isWords) > 0.5,
  unique: ({ cells }: Read) => new Set(cells.map(normalized)).size === cells.length,
  codes: (column: Read) => column.cells.length > 0 && share(column, isWords) <= 0.5,
  numbered: (column: Read) => share(column, (cell) => /\d/.test(cell)) > 0.5,
  any: ({ cells }: Read) => cells.length > 0,
} as const

export type Read = LaidOutColumn & Pick<GuessedColumn, 'dates'>

export function isDates({ cells, dates }: Read): boolean {
  return dates !== null && dates.readCount >= cells.length * DATE_SHARE
}

/** A heading that says that the column is of days, whatever its cells are. */
export const OF_DAYS =
  /^(?!.*\b(birth|born|naissance|kuzaliwa|expiry|joined|regist\w*)\b).*\b(date|day|delivered on|jour|fecha|tarehe|siku)\b/

/** A heading that says that the column is of neither days, weights, prices nor people. */
export const OF_OTHERS =
  /\b(village|parish|(sub)? ?county|district|region|ward|zone|sector|cell|block|division|area|address|kijiji|kata|wilaya|mkoa|tarafa|mtaa|commune|quartier|localite|departement|province|distrito|aldeia|grade|quality|variety|type|kind|class|category|colou?r|status|state|season|gender|sex|remark|note|comment|observation|remarque|commentaire|maoni|maelezo|daraja|aina|ubora|jinsia|msimu|hali|qualite|categorie|variete|sexe|genre|saison|statut|etat|bank|currency|language|crop|plot|parcel|parcelle|shamba|field)s?\b/

const SIGNATURE =
  /^(sahihi|saini|signatures?|signe(e|s)?|signed|emargement|empreinte|thumb ?(print|mark)?|alama ya (dole|kidole)|dole gumba|assinatura|firma)\b(?! (by|par|na)\b)|\b(signature|thumb ?print|thumb ?mark)$/
const WITH_MORE = /\b(name|nom|jina|uzito|bei)s?\b/

/** Whether cells are only for signing: a heading such as `Sahihi` (which also means correct), with neither figures nor days. */
export const isSignature = (name: string, column: Read): boolean =>
  SIGNATURE.test(heading(name)) &&
  !WITH_MORE.test(heading(name)) &&
  !OF_DAYS.test(heading(name)) &&
  shownBy(column, name) === undefined &&
  !CELLS.figures(column)

/** A heading that says which plot it is. */
export const OF_PLOTS = /\b(plot|parcel|parcelle|shamba|field|garden|champ|parcela)s?\b/

export const CONTAINER = /\b(bags?|sacks?|crates?|tins?|sacs?|sacos?|gunia|magunia)\b/

/** Meanings of columns with figures. */
export const FIGURES: ReadonlySet<Meaning> = new Set<Meaning>([
  'count',
  'another',
  ...HEADINGS.flatMap(([meaning, cells]) => (cells === 'figures' ? [meaning] : [])),
])

/** What a heading says, whether or not the cells agree. */
export function saidBy(
  name: string,
  column: Read,
): { readonly isSaid: boolean; readonly kind: Kind | undefined } {
  const said = HEADINGS.filter(([, , pattern]) => pattern.test(heading(name)))
  const [meaning] = said.find(([, cells]) => CELLS[cells](column)) ?? []
  const kinds = (meaning === undefined ? said.map(([one]) => one) : [meaning]).map((one) => kindOf(one))
  return { isSaid: said.length > 0, kind: kinds.find((kind) => kind !== undefined) }
}

/** What the cells look like where no heading says it. */
export function shownBy(column: Read, name: string): Kind | undefined {
  if (isDates(column) || share(column, isHijri) >= DATE_SHARE) return 'day'
  if (isOnlyUnit(name) && CELLS.figures(column)) return 'weight'
  if (share(column, (cell) => isPhone(cell) && /^[+0(]/.test(cell)) > 0.8) return 'person'
  if (share(column, hasUnit) > 0.8 || (name === '' && share(column, isNumber) > 0.5)) return 'weight'
  return undefined
}
export const hasUnit = (cell: string): boolean => isNumber(cell) && isWords(cell.replace(/^[\d.,' ]+/, ''))

/** Replaces signs between words by spaces, as in Member_No. and Weight(kg). */
export const heading = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[_.()[\]:-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
