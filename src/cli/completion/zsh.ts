import { type Branch, type Flag, flattened } from './tree.ts'

/** Completion for zsh, with its own `_arguments` and `_describe`. */
export function zshCompletion(program: Branch): string {
  return `#compdef granary

${flattened(program).map(functionOf).join('\n\n')}

# Works both when zsh finds this file in its own folders and when a user sources it.
if [[ $funcstack[1] == _granary ]]; then
  _granary "$@"
else
  compdef _granary granary
fi
`
}

const nameOf = ({ path }: Branch): string => ['_granary', ...path].join('_').replaceAll('-', '_')

function functionOf(branch: Branch): string {
  const { flags, children, choices, operands } = branch
  const specs = flags.map(specOf)
  if (children.length === 0) {
    const words = choices.length > 0 ? [`'1:word:(${choices.join(' ')})'`] : ["'*:file:_files'"]
    return `${nameOf(branch)}() {
  _arguments ${[...specs, ...(operands.length > 0 ? words : [])].join(' \\\n    ')}
}`
  }
  const described = children.map(({ path, meaning }) => `    ${quoted(`${path.at(-1)}:${meaning}`)}`)
  const arms = children.map((child) => `      ${child.path.at(-1)}) ${nameOf(child)} ;;`)
  return `${nameOf(branch)}() {
  local state line
  local -a commands=(
${described.join('\n')}
  )
  _arguments -C ${[...specs, "'1:command:->command'", "'*::argument:->argument'"].join(' \\\n    ')}
  case $state in
    command) _describe command commands ;;
    argument) case $line[1] in
${arms.join('\n')}
    esac ;;
  esac
}`
}

function specOf({ names, value, choices, meaning }: Flag): string {
  const description = meaning.replace(/[[\]:\\]/g, '\\$&')
  const argument =
    value === null
      ? ''
      : `:${value.replace(/[^\w ]/g, '')}:${choices.length > 0 ? `(${choices.join(' ')})` : '_files'}`
  const [first] = names
  return names.length === 1
    ? quoted(`${first}[${description}]${argument}`)
    : `'(${names.join(' ')})'{${names.join(',')}}${quoted(`[${description}]${argument}`)}`
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
