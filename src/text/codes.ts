import { sayIfKnown } from './catalogue/say.ts'
import { asShown, type Code, type CodeIn, type Shown } from './kinds.ts'

/**
 * Shows codes as words. Clients may send any text as a registry code; text not formed like one is shown as it
 * is.
 */

const LIKE_A_CODE = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$/

/** Returns a registry code as words, such as `coffee fresh cherry` for a crop. */
export function spelled<C extends string>(code: CodeIn<C>): Shown {
  return asShown(LIKE_A_CODE.test(code) ? code.replaceAll(/[_.]/g, ' ') : code)
}

/** Returns a code of the service's own lists as words, from the catalogue if it has any, else spelled out. */
export function worded<C extends string>(code: CodeIn<C>): Shown {
  const known = sayIfKnown(`word.${code}`)
  return known ?? spelled<Code>(code as string as Code)
}
