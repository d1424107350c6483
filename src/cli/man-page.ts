import { VERSION } from '../base/version.ts'
import { settingsTable } from '../config/config.ts'
import { SETTING_GROUPS } from '../config/setting-kinds.ts'
import { type Branch, type Flag, flattened } from './completion/tree.ts'

/** Generates the manual page granary(1) from the commands and the table of settings. */

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
      'One command runs the service that keeps a cooperative’s records, and does all the work of its operator. If the service is running, the command sends its work to the service; otherwise it opens the data folder itself.',
    ),
    '.SH OPTIONS',
    ...program.flags.flatMap(flagLines),
    '.SH COMMANDS',
    ...flattened(program)
      .filter(({ path, children }) => path.length > 0 && children.length === 0)
      .flatMap(commandLines),
    '.SH ENVIRONMENT',
    text('Every setting is a variable. Some are also flags of granary serve; a flag overrides the variable.'),
    ...SETTING_GROUPS.flatMap(([group, heading]) => [
      `.SS ${text(heading)}`,
      ...settingsTable
        .filter((setting) => setting.group === group)
        .flatMap(({ variable, fallback, meaning }) => [
          '.TP',
          `.B ${text(variable)}`,
          text(`${meaning}${isOmitted(fallback) ? '' : ` Default: ${fallback}.`}`),
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

/** Empty and boolean defaults are not shown. If an empty value has a meaning, the description states it. */
const isOmitted = (fallback: string | number | boolean): boolean =>
  fallback === '' || typeof fallback === 'boolean'

export const EXIT_CODES = [
  ['0', 'Done.'],
  ['1', 'The command failed; the message ends with the remedy.'],
  ['2', 'The usage is wrong, or a setting is invalid.'],
  ['3', 'Done, but something needs attention.'],
  ['78', 'This machine lacks something required.'],
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

/** Options that are described once, under OPTIONS. */
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

/** Escapes characters that are special to roff. */
const text = (words: string): string =>
  words
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('’', '\\(cq')
    .replaceAll('“', '\\(lq')
    .replaceAll('”', '\\(rq')
    .replaceAll('…', '...')
    .replace(/^([.'])/, '\\&$1')
