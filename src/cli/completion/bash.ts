import { type Branch, flattened, wordsAfter } from './tree.ts'

/** Completion for bash 4 and later, without other packages. A flag that has choices is one more branch. */
export function bashCompletion(program: Branch): string {
  const branches = flattened(program)
  const arms = branches.map((branch) => {
    const valued = branch.flags.filter(({ value }) => value !== null).flatMap(({ names }) => names)
    const flags = branch.flags.flatMap(({ names }) => names.filter((name) => name.startsWith('--')))
    return `    '${branch.path.join(' ')}')
      words='${wordsAfter(branch).join(' ')}' flags='${flags.join(' ')}' valued=' ${valued.join(' ')} '
      ;;`
  })
  const chosen = branches.flatMap(({ path, flags }) =>
    flags.flatMap(({ names, choices }) =>
      (choices.length > 0 ? names : []).map(
        (name) => `    '${[...path, name].join(' ')}') words='${choices.join(' ')}' ;;`,
      ),
    ),
  )
  return `# bash completion for granary

_granary_branch() {
  words= flags= valued=
  case "$1" in
${[...arms, ...chosen].join('\n')}
    *) return 1 ;;
  esac
}

_granary() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]}
  # The user may have set IFS to something else.
  local IFS=$' \\t\\n'
  local path= words flags valued word i
  COMPREPLY=()
  _granary_branch ''
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ $valued == *" $word "* ]]; then
      ((i++))
    elif [[ $word != -* && " $words " == *" $word "* ]]; then
      if _granary_branch "\${path:+$path }$word"; then path="\${path:+$path }$word"; else _granary_branch "$path"; fi
    fi
  done
  if [[ $valued == *" $before "* ]]; then
    _granary_branch "\${path:+$path }$before"
  elif [[ $current == -* ]]; then
    words=$flags
  fi
  if [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  else
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}

complete -F _granary granary
`
}
