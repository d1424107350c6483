import { type Branch, flattened, wordsAfter } from './tree.ts'

/** Completion for bash 4 and later, without other packages. */
export function bashCompletion(program: Branch): string {
  const branches = flattened(program)
  const arms = branches.map((branch) => {
    const valued = branch.flags.filter(({ value }) => value !== null).flatMap(({ names }) => names)
    const flags = branch.flags.flatMap(({ names }) => names.filter((name) => name.startsWith('--')))
    return `    '${branch.path.join(' ')}')
      words='${wordsAfter(branch).join(' ')}' flags='${flags.join(' ')}' valued=' ${valued.join(' ')} '
      ;;`
  })
  const chosen = branches.flatMap((branch) =>
    branch.flags
      .filter(({ choices }) => choices.length > 0)
      .flatMap(({ names, choices }) =>
        names.map((name) => `    '${[...branch.path, name].join(' ')}') words='${choices.join(' ')}' ;;`),
      ),
  )
  return `# bash completion for granary

_granary_branch() {
  words= flags= valued=
  case "$1" in
${arms.join('\n')}
    *) return 1 ;;
  esac
}

_granary_choices() {
  words=
  case "$1" in
${chosen.join('\n')}${chosen.length === 0 ? '' : '\n'}    *) return 1 ;;
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
    if _granary_choices "\${path:+$path }$before"; then
      COMPREPLY=($(compgen -W "$words" -- "$current"))
    else
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
    fi
  elif [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$current"))
  elif [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  else
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}

complete -F _granary granary
`
}
