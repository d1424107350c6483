import { expect, test } from 'vitest'
import { xmlReader } from '../../../../src/clients/sheets/xml.ts'

const ended = (...chunks: string[]) => {
  const found: [tag: string, text: string, within: string][] = []
  const faults: string[] = []
  const reader = xmlReader({
    open: () => {},
    close: (tag, text, within) => void found.push([tag, text, within.join('/')]),
    malformed: (reason, line) => void faults.push(`${reason} (line ${line})`),
  })
  for (const chunk of chunks) reader.write(chunk)
  reader.end()
  return { found, faults }
}

test('elements have no prefixes, know the elements around them, and include CDATA in their text', () => {
  expect(ended('<k:kml xmlns:k="k"><k:name>A &amp; <![CDATA[<b>]', ']></k:name><p><q/></p></k:kml>')).toEqual(
    {
      found: [
        ['name', 'A & <b>', 'kml'],
        ['q', '', 'kml/p'],
        ['p', '', 'kml'],
        ['kml', '', ''],
      ],
      faults: [],
    },
  )
})

test('a file that was cut off is reported with the line', () => {
  expect(ended('<a>\n<b>').faults).toEqual(['unclosed tag: b (line 2)', 'unclosed tag: a (line 2)'])
})
