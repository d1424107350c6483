// docs/commands.md: every command with its flags, from the program itself.
import { type Branch, branchOf, type Flag, flattened } from '../../src/cli/completion/tree.ts'
import { EVERYWHERE, EXIT_CODES, sentence } from '../../src/cli/man-page.ts'
import { makeProgram } from '../../src/program.ts'
import { cell, row } from './table.ts'

const HEAD = `# Commands

<!-- Made by "npm run docs" from src/cli. Do not edit. -->

Type \`sudo granary\` where the package is installed, and \`bin/granary\` in a clone of the source. If the service is running, a
command hands its work to it; if not, the command opens the data folder itself. Every command takes \`--help\`.

If flags of \`granary record\` are missing or wrong, it names them all. On a terminal, setup and consent ask for what they need. With
\`--json\` a command prints one JSON document, an error too: \`{ "error": { ... } }\`. For completion in a shell:
\`source <(granary completion bash)\` (or zsh, fish); the package installs it.
`

export function commandsPage(): string {
  const program = branchOf(makeProgram())
  const groups = program.children.map((child) => [child, flattened(child).filter(isLeaf)] as const)
  return [
    HEAD,
    row('Command', 'Does'),
    row('---', '---'),
    ...groups.flatMap(([, leaves]) =>
      leaves.map((leaf) =>
        row(`[\`${words(leaf)}\`](#${words(leaf).replaceAll(' ', '-')})`, cell(leaf.meaning)),
      ),
    ),
    '\n## Exit codes\n',
    row('Code', 'Means'),
    row('---', '---'),
    ...EXIT_CODES.map(([code, meaning]) => row(code, cell(meaning))),
    '\n## Flags of every command\n',
    ...meanings(program.flags),
    ...groups.flatMap(([group, leaves]) =>
      isLeaf(group)
        ? section(group, '##')
        : [
            `\n## ${words(group)}\n`,
            sentence(cell(group.meaning)),
            ...leaves.flatMap((leaf) => section(leaf, '###')),
          ],
    ),
    '',
  ].join('\n')
}

/** What flags mean that every command has. A command whose flag means something else says so itself. */
const OF_ALL = new Set(branchOf(makeProgram()).flags.map(({ meaning }) => meaning))

const isLeaf = ({ children }: Branch): boolean => children.length === 0
const words = ({ path }: Branch): string => ['granary', ...path].join(' ')

function section(leaf: Branch, mark: string): string[] {
  const own = leaf.flags.filter(
    ({ names, meaning }) => !EVERYWHERE.some((name) => names.includes(name)) || !OF_ALL.has(meaning),
  )
  const operands = leaf.operands.map(({ shown }) => shown)
  return [
    `\n${mark} ${words(leaf)}\n`,
    `\`${[words(leaf), ...operands, ...(own.length > 0 ? ['[flags]'] : [])].join(' ')}\`\n`,
    sentence(cell(leaf.meaning)),
    ...(own.length + operands.length > 0 ? ['', ...meanings(own, leaf)] : []),
  ]
}

/** @param leaf whose words are told too, as they stand: some begin with what is to be typed */
const meanings = (flags: readonly Flag[], leaf?: Branch): string[] => [
  row(leaf === undefined ? 'Flag' : 'Word or flag', 'Meaning'),
  row('---', '---'),
  ...(leaf?.operands ?? []).map(({ shown, meaning }, i) =>
    row(`\`${shown}\``, explained(`${meaning}.`, i === 0 ? (leaf?.choices ?? []) : [], null)),
  ),
  ...flags.map(({ names, value, choices, fallback, meaning }) =>
    row(
      `\`${[names.join(', '), ...(value === null ? [] : [value])].join(' ')}\``,
      explained(sentence(meaning), choices, fallback),
    ),
  ),
]

const explained = (meaning: string, choices: readonly string[], fallback: string | null): string =>
  cell(
    [
      meaning,
      ...(choices.length > 0 ? [`One of: ${choices.join(', ')}.`] : []),
      ...(fallback === null ? [] : [`Default: ${fallback}.`]),
    ].join(' '),
  )
