/**
 * Reads one line of a scale, in the outputs that are usual (docs/scales.md has the manuals). A line counts whole or
 * not at all, and only with its unit: nothing is guessed.
 */

export type ScaleUnit = 'kg' | 'g' | 't' | 'lb' | 'oz'

export interface Weight {
  /** As the scale wrote it, with a point before decimals, and without zeros before it. */
  readonly figure: string
  readonly unit: ScaleUnit
}

export interface ScaleReading {
  readonly line: string
  readonly state: 'stable' | 'moving' | 'over' | 'below'
  /** What is on the scale; null if the scale does not say it, or is below zero. */
  readonly weight: Weight | null
}

/** Stands for the character that begins a line (STX), and for one that is not printable ASCII. */
export const BEGINS = '␂'
export const NOT_PRINTABLE = '·'
/** Longer than any line of a scale. */
export const LONGEST_LINE = 80

export const numberOf = ({ figure }: Weight): number => Number(figure)

/** The weight as text for a form. @param decimal the sign before decimals of the person's language */
export const weightText = ({ figure, unit }: Weight, decimal: string): string =>
  `${figure.replace('.', decimal)} ${unit}`

const UNITS: Readonly<Record<string, ScaleUnit>> = {
  kg: 'kg',
  Kg: 'kg',
  KG: 'kg',
  g: 'g',
  t: 't',
  lb: 'lb',
  LB: 'lb',
  lbs: 'lb',
  oz: 'oz',
}
/** Units that Rice Lake's stream writes. Its T is a ton, but not which. */
const LETTERS: Readonly<Record<string, ScaleUnit>> = { K: 'kg', G: 'g', L: 'lb', O: 'oz', GM: 'g', OZ: 'oz' }
const UNIT = '(kg|Kg|KG|g|t|lbs|lb|LB|oz)'

type Found = Omit<ScaleReading, 'line'>

const OVER: Found = { state: 'over', weight: null }
const BELOW: Found = { state: 'below', weight: null }

function found(isStable: boolean, sign: string | undefined, digits: string, unit: ScaleUnit | undefined) {
  if (unit === undefined) return null
  const figure = digits
    .replace(',', '.')
    .replace(/\.$/, '')
    .replace(/^0+(?=\d)/, '')
  if (sign === '-' && Number(figure) !== 0) return BELOW
  return { state: isStable ? 'stable' : 'moving', weight: { figure, unit } } as const
}

/** CAS, 22 bytes: between the commas a device's number and lamps, of any bits. */
const CAS =
  /^(ST|US|OL),(?:GS|NT),..,(?=.{8} (?:kg|lb| [gt]|[gt] )$) *([+-]?) *(\d+(?:\.\d+)?) +(kg|lb|[gt]) ?$/
/** A&D, and the many that write as they do. Only behind a sign is a comma that of decimals. */
const HEADED = new RegExp(
  `^(ST|St|US)(?:,(?:GS|GW|G~|G|NT|NW|N~|N))?[, ] *(?:([+-]) *(\\d+(?:[.,]\\d+)?)|(\\d+(?:\\.\\d+)?)) *,? *${UNIT} *$`,
)
/** A&D writes spaces or nines; a plus or a minus says which way. */
const HEADED_OVER =
  /^OL,(?:(?:GS|GW|G~|G|NT|NW|N~|N),)?(?:..,)?([+-]?)[ .,\d]{7,}(?:E\+19)? *,? *[a-zA-Z]{0,3} *$/
/** MT-SICS: the answer to S, SI and SIR, and what the print key sends. */
const SICS = new RegExp(`^S ([SD]) +(-?)(\\d+(?:\\.\\d+)?) +${UNIT} *$`)
/**
 * Ohaus, Kern, Adam, Sartorius: a sign or a space, then the figure, so that what is left of a line that lost its
 * beginning is not read. Those that do not mark an unstable weight by `?` leave out its unit.
 */
const PLAIN = new RegExp(
  `^(?=[ +-]) *([+-]?) *(\\d+(?:\\.\\d+)?) *(?:${UNIT} *(\\?)? *(?:GR|G|B/G|NET|NT|N)?)? *$`,
)
const RICE_LAKE = /^␂([ +-])(?=.{7}[A-Z]) *(\d+\.?\d*)(K|G|L|O|KG|LB|GM|OZ)[GN]([ IMOZ])$/
const RICE_LAKE_OUT = /^␂[ +\-^\]](\^{7}|&{7}|]{7}|={7}| *OVERFL)/
const TOLEDO = /^␂([ -?])([ -~])([ -~])(?=[ \d]{6})( *\d+)(?<=^.{10})[ \d]{6}$/

/** Reads Mettler Toledo's continuous output. Bits of its three status words say the rest. */
function toledo([, ...fields]: RegExpExecArray): Found | null {
  const [scaling = 0, status = 0, described = 0] = fields.slice(0, 3).map((each) => each.charCodeAt(0))
  // The weight is shown with one digit more.
  if ((described & 16) !== 0 || (scaling & 32) === 0 || (status & 32) === 0) return null
  if ((status & 4) !== 0) return (status & 2) === 0 ? OVER : BELOW
  const units = [(status & 16) === 0 ? 'lb' : 'kg', 'g'] as const
  const decimals = (scaling & 7) - 2
  const digits = (fields[3] ?? '').trim()
  const padded = decimals > 0 ? digits.padStart(decimals + 1, '0') : digits + '0'.repeat(-decimals)
  const figure = decimals > 0 ? `${padded.slice(0, -decimals)}.${padded.slice(-decimals)}` : padded
  // Since power was on, zero was not captured.
  const isStable = (status & (8 | 64)) === 0
  return found(isStable, (status & 2) === 0 ? '+' : '-', figure, units[described & 7])
}

function readingIn(line: string): Found | null {
  const byStatus = TOLEDO.exec(line)
  if (byStatus !== null) return toledo(byStatus)
  const stream = RICE_LAKE.exec(line)
  if (stream !== null) {
    const [, sign, digits = '', unit = '', status = ''] = stream
    if (status === 'O') return sign === '-' ? BELOW : OVER
    return found(status === ' ' || status === 'Z', sign, digits, LETTERS[unit] ?? UNITS[unit])
  }
  const [, out] = RICE_LAKE_OUT.exec(line) ?? []
  if (out !== undefined) return /[\]=]/.test(out) ? BELOW : OVER
  const text = line.startsWith(BEGINS) ? line.slice(1) : line
  const [, casStatus, casSign, casDigits = '', casUnit = ''] = CAS.exec(text) ?? []
  if (casStatus === 'OL') return OVER
  if (casStatus !== undefined) return found(casStatus === 'ST', casSign, casDigits, UNITS[casUnit])
  const [, header, sign, signed, bare = '', unit = ''] = HEADED.exec(text) ?? []
  if (header !== undefined) return found(header !== 'US', sign, signed ?? bare, UNITS[unit])
  const over = HEADED_OVER.exec(text)
  if (over !== null) return over[1] === '-' ? BELOW : OVER
  const [, stability, minus, digits = '', named = ''] = SICS.exec(text) ?? []
  if (stability !== undefined) return found(stability === 'S', minus, digits, UNITS[named])
  if (/^S \+ *$/.test(text) || /^ +H *$/.test(text)) return OVER
  if (/^S - *$/.test(text) || /^ +L *$/.test(text)) return BELOW
  if (/^S I *$/.test(text)) return { state: 'moving', weight: null }
  // A stream that begins lines with STX says behind the unit whether the weight is one.
  const plain = PLAIN.exec(line)
  if (plain === null) return null
  const [, before, figure = '', its, question] = plain
  if (its === undefined) return { state: 'moving', weight: null }
  return found(question === undefined, before, figure, UNITS[its])
}

/** Reads a line without what ends it; null if it is none that a weight can be taken from. */
export function scaleReading(line: string): ScaleReading | null {
  const read = line.length > LONGEST_LINE ? null : readingIn(line)
  return read === null ? null : { line, ...read }
}
