import { type Branch, flattened, wordsAfter } from './tree.ts'

/** Completion for fish. */
export function fishCompletion(program: Branch): string {
  const branches = flattened(program)
  const groups = branches.filter(({ children }) => children.length > 0)
  const valued = branches.flatMap(({ flags }) =>
    flags.filter(({ value }) => value !== null).flatMap(({ names }) => names),
  )
  return `# fish completion for granary

# The subcommand that has been typed so far.
function __granary_path
    set -l path
    set -l skip 0
    for word in (commandline -opc)[2..]
        if test $skip = 1
            set skip 0
        else if contains -- $word ${[...new Set(valued)].join(' ')}
            set skip 1
        else if not string match -q -- '-*' $word
            switch "$path"
${groups.map(armOf).join('\n')}
            end
        end
    end
    echo "$path"
end

function __granary_at
    test (__granary_path) = "$argv"
end

${branches.flatMap(linesOf).join('\n')}
`
}

function armOf(branch: Branch): string {
  return `                case ${quoted(branch.path.join(' '))}
                    if contains -- $word ${wordsAfter(branch).join(' ')}
                        set path $path $word
                    end`
}

function linesOf({ path, flags, children, choices, operands }: Branch): string[] {
  const at = `complete -c granary -n ${quoted(`__granary_at ${path.join(' ')}`.trim())}`
  return [
    ...children.map((child) => `${at} -f -a ${child.path.at(-1)} -d ${quoted(child.meaning)}`),
    ...(choices.length > 0 ? [`${at} -f -a ${quoted(choices.join(' '))}`] : []),
    ...(children.length === 0 && operands.length === 0 ? [`${at} -f`] : []),
    ...flags.map(({ names, value, choices: words, meaning }) => {
      const switches = names.map((name) =>
        name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
      )
      const argument = value === null ? '' : words.length > 0 ? ` -x -a ${quoted(words.join(' '))}` : ' -r'
      return `${at} ${switches.join(' ')}${argument} -d ${quoted(meaning)}`
    }),
  ]
}

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`
