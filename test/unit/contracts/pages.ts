/** Pages of Markdown, taken apart as far as the tests of the docs need. */

export interface Link {
  /** As it stands; empty for a section of the same page. */
  readonly path: string
  readonly anchor: string | null
}

/** Links within the repository. */
export const linksOf = (text: string): Link[] =>
  [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)]*))?\)/g)].map(([, path, anchor]) => ({
    path: path as string,
    anchor: anchor ?? null,
  }))

/** What a heading is linked by. */
export const slugOf = (heading: string): string =>
  heading
    .replace(/^#+ /, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/ /g, '-')

export const anchorsOf = (text: string): string[] =>
  text
    .replace(/^```.*?^```/gms, '')
    .split('\n')
    .filter((line) => /^#+ /.test(line))
    .map(slugOf)

/** What is set as code, a command a line: blocks with their continued lines joined and without comments, and single words. */
export function codeOf(text: string): string[] {
  const blocks = [...text.matchAll(/^ *```(?:sh)?\n(.*?)^ *```/gms)].map(([, block]) => block as string)
  const spans = [...text.replace(/^ *```.*?^ *```/gms, '').matchAll(/`([^`]+)`/g)].map(
    ([, span]) => span as string,
  )
  return [...blocks.flatMap((block) => block.replace(/\\\n/g, ' ').split('\n')), ...spans].map((line) =>
    line
      .replace(/\s+#.*$/, '')
      .replace(/\s+/g, ' ')
      .trim(),
  )
}

/** The words behind "granary" of every line that is such a command. */
export const commandsIn = (lines: readonly string[]): string[][] =>
  lines.flatMap((line) => {
    const found = /^(?:\$ )?(?:source <\()?(?:sudo )?(?:bin\/)?granary (.+?)\)?$/.exec(line)
    return found === null ? [] : [[...(found[1] as string).matchAll(/"[^"]*"|\S+/g)].map(([word]) => word)]
  })
