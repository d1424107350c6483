/** Formats figures and paragraphs of the tour. */

const WIDTH = 100

export const kg = (value: number | null): string => (value === null ? 'no kilograms' : `${number(value)} kg`)

export const shillings = (amount: number): string => `UGX ${number(amount)}`

/** At most three decimals, with commas between thousands; independent of the locale. */
export function number(value: number): string {
  const [whole, fraction] = Math.abs(value).toFixed(3).split('.') as [string, string]
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  const decimals = fraction.replace(/0+$/, '')
  return `${value < 0 ? '-' : ''}${grouped}${decimals === '' ? '' : `.${decimals}`}`
}

export const percent = (share: number): string => `${number(Math.round(share * 1000) / 10)} %`

/** `1 record`, `3 records` */
export const count = (n: number, one: string, many = `${one}s`): string =>
  `${number(n)} ${n === 1 ? one : many}`

/** `a, b and c` */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`
}

/** Keeps a figure and its unit on one line. */
const BETWEEN_WORDS = /(?<!UGX) (?!kg\b|%)/

/** Wraps a paragraph; a word longer than the line gets its own. */
export function wrap(text: string, indent: string): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(BETWEEN_WORDS)) {
    if (line !== '' && indent.length + line.length + 1 + word.length > WIDTH) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].map((l) => `${indent}${l}`).join('\n')
}
