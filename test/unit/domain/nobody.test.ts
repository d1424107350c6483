import { describe, expect, test } from 'vitest'
import { NO_NAMES, unnamed } from '../../../src/domain/nobody.ts'

/** What people write where they know no name. */

describe('names', () => {
  test.each(
    "Nakato|Grace Nakato|Ng'ang'a|Do|Al|Various Oloya|Cash Okello|Ł|አበበ|Farmers Choice Ltd".split('|'),
  )('%s is one', (name) => expect(unnamed(name)).toBeNull())
  test.each('---|.|12345|0772123456|?|#|Unknown|no name|N/A|Hajulikani|inconnue|xxx'.split('|'))(
    '%s is nobody',
    (name) => expect(unnamed(name)).toBe('nobody'),
  )
  test.each(['Various', 'VARIOUS FARMERS', 'Wakulima wengine', 'divers  producteurs', 'Others'])(
    '%s are many',
    (name) => expect(unnamed(name)).toBe('many'),
  )
  test.each(['ditto', '"', '”', ',,', "''", '- " -', '-do-', 'Same as above', 'Kama hapo juu', 'le même'])(
    '%s is the person above',
    (name) => expect(unnamed(name)).toBe('same'),
  )
  test('no word stands in two lists', () => {
    const words = Object.values(NO_NAMES).flat()
    expect(new Set(words).size).toBe(words.length)
  })
})
