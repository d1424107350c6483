import { folded } from './folding.ts'

/** Names that name no one in particular, or the person of the row above. */

/** `nobody`: no one, or unknown; `many`: several people; `same`: the person of the row above. */
export type Unnamed = 'nobody' | 'many' | 'same'

/** In the languages of the catalogue: English, Swahili and French. */
export const NO_NAMES: Readonly<Record<Unnamed, readonly string[]>> = {
  nobody: [
    ...['unknown', 'no name', 'noname', 'not known', 'nobody', 'anonymous', 'unnamed', 'nil', 'null', 'n/a'],
    ...['xx', 'xxx', 'xxxx', 'cash', 'blank', 'test'],
    ...['hajulikani', 'haijulikani', 'asiyejulikana', 'bila jina', 'hakuna', 'hakuna jina', 'taslimu'],
    ...['inconnu', 'inconnue', 'sans nom', 'anonyme', 'personne', 'aucun', 'néant', 'comptant'],
  ],
  many: [
    ...[
      'various',
      'various farmers',
      'various members',
      'others',
      'other farmers',
      'several',
      'several farmers',
    ],
    ...[
      'mixed',
      'farmers',
      'members',
      'all',
      'all farmers',
      'all members',
      'walk-in',
      'miscellaneous',
      'misc',
    ],
    ...['non-members', 'non members'],
    ...['wengine', 'wakulima', 'wakulima wengine', 'wakulima mbalimbali', 'mbalimbali', 'wote', 'wanachama'],
    ...['divers', 'divers producteurs', 'plusieurs', 'plusieurs producteurs', 'autres', 'autres producteurs'],
    ...['producteurs', 'membres', 'tous'],
  ],
  same: [
    ...['ditto', '-do-', 'do.', 'same', 'same as above', 'as above', 'same person', 'idem'],
    ...['kama hapo juu', 'hapo juu', 'yule yule', 'hivyo hivyo'],
    ...['le même', 'la même', 'comme ci-dessus', 'ci-dessus'],
  ],
}

const BY_WORD = new Map(
  (['nobody', 'many', 'same'] as const).flatMap((is) =>
    NO_NAMES[is].map((word) => [folded(word), is] as const),
  ),
)

/** Marks that repeat the cell above. */
const DITTO = /^\s*(?:["”“〃״'’‘,´`]\s*){1,4}$|^\s*-+\s*["”“〃]\s*-+\s*$/u

export const hasLetter = (name: string): boolean => /\p{L}/u.test(name)

/** Returns whom a text in place of a name means instead of one person; null for a name. */
export function unnamed(name: string): Unnamed | null {
  if (DITTO.test(name)) return 'same'
  if (!hasLetter(name)) return 'nobody'
  return BY_WORD.get(folded(name)) ?? null
}
