import { settingsTable } from '../config.ts'
import { SETTING_GROUPS } from '../setting-kinds.ts'
import { VERSION } from '../version.ts'
import { type Branch, type Flag, flattened } from './completion/tree.ts'

/** The manual page granary(1), from the command itself and the table of settings. */

export function manPage(program: Branch): string {
  return [
    `.TH GRANARY 1 "" "Granary ${VERSION}" "Granary"`,
    '.SH NAME',
    `granary \\- ${text(program.meaning)}`,
    '.SH SYNOPSIS',
    '.B granary',
    '.RI [ options ] " command " [ arguments ]',
    '.SH DESCRIPTION',
    text(
      'One command serves a cooperative’s records, and does everything that an operator does with them. Beside a running service it hands its work to that service; without one it opens the data folder itself.',
    ),
    '.SH OPTIONS',
    ...program.flags.flatMap(flagLines),
    '.SH COMMANDS',
    ...flattened(program)
      .filter(({ path, children }) => path.length > 0 && children.length === 0)
      .flatMap(commandLines),
    '.SH ENVIRONMENT',
    text('Every setting is a variable; some are flags of granary serve as well, and a flag wins.'),
    ...SETTING_GROUPS.flatMap(([group, heading]) => [
      `.SS ${text(heading)}`,
      ...settingsTable
        .filter((setting) => setting.group === group)
        .flatMap(({ variable, fallback, meaning }) => [
          '.TP',
          `.B ${text(variable)}`,
          text(`${meaning}${isTold(fallback) ? '' : ` Default: ${fallback}.`}`),
        ]),
    ]),
    '.SH EXIT STATUS',
    ...EXIT_CODES.flatMap(([code, meaning]) => ['.TP', `.B ${code}`, text(meaning)]),
    '.SH FILES',
    '.TP',
    '.I /etc/granary/granary.env',
    'Settings of the system service.',
    '.TP',
    '.I /var/lib/granary',
    'The data folder of the system service.',
    '',
  ].join('\n')
}

/** Nothing, and no, need no telling; where an empty setting means something, its own words tell. */
const isTold = (fallback: string | number | boolean): boolean =>
  fallback === '' || typeof fallback === 'boolean'

export const EXIT_CODES = [
  ['0', 'Done.'],
  ['1', 'It failed; what is said ends with the remedy.'],
  ['2', 'Wrong usage, or settings that cannot be.'],
  ['3', 'Done, but something is owed.'],
  ['78', 'This machine lacks what is needed.'],
] as const

function commandLines({ path, operands, meaning, flags }: Branch): string[] {
  const usage = ['granary', ...path, ...operands.map(({ shown }) => shown)].join(' ')
  const own = flags.filter(({ names }) => !EVERYWHERE.some((name) => names.includes(name)))
  return [
    `.SS ${text(usage)}`,
    text(sentence(meaning)),
    ...own.flatMap((flag) => ['.RS', ...flagLines(flag), '.RE']),
  ]
}

/** Told once, under OPTIONS. */
export const EVERYWHERE = ['--data', '--json', '--help']

const flagLines = ({ names, value, meaning }: Flag): string[] => [
  '.TP',
  `.B ${text([names.join(', '), ...(value === null ? [] : [value])].join(' '))}`,
  text(sentence(meaning)),
]

export const sentence = (words: string): string => {
  const whole = `${words.charAt(0).toUpperCase()}${words.slice(1)}`
  return /[.!?]$/.test(whole) ? whole : `${whole}.`
}

/** Letters that mean something to roff, written so that they mean themselves. */
const text = (words: string): string =>
  words
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('’', '\\(cq')
    .replaceAll('“', '\\(lq')
    .replaceAll('”', '\\(rq')
    .replaceAll('…', '...')
    .replace(/^([.'])/, '\\&$1')
