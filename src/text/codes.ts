import { sayIfKnown } from './catalogue/say.ts'
import { asShown, type Code, type CodeIn, type Shown } from './kinds.ts'

/** Codes in words. Anything may be sent as a code of the registry: what is not made like one is shown as it is. */

const LIKE_A_CODE = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$/

/** A code of the registry, such as a crop: `coffee fresh cherry`. */
export function spelled<C extends string>(code: CodeIn<C>): Shown {
  return asShown(LIKE_A_CODE.test(code) ? code.replaceAll(/[_.]/g, ' ') : code)
}

/** A word of the service's own lists: that of the catalogue where it has any, else its own. */
export function worded<C extends string>(code: CodeIn<C>): Shown {
  const known = sayIfKnown(`word.${code}`)
  return known ?? spelled<Code>(code as string as Code)
}
