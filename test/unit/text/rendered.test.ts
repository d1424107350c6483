import { h } from 'preact'
import { expect, test } from 'vitest'
import { asSent } from '../../../src/text/foreign.ts'
import { rendered } from '../../../src/text/rendered.ts'
import { deceptionIn, HOSTILE, randomText } from '../../support/strange-text.ts'

/** Pages: what somebody else wrote, in texts, attributes and fields of forms. */

test('texts, titles and attributes show what is hidden in them', () => {
  const page = h('html', null, [
    h('title', null, `Ali\u202E · Kahawa`),
    h('td', { 'data-title': 'Na\u200Bme' }, 'a & b\u202E <b>'),
    h('p', null, '\u3000'),
  ])
  expect(rendered(page)).toBe(
    '<html><title>Ali[U+202E] · Kahawa</title><td data-title="Na[U+200B]me">a &amp; b[U+202E] &lt;b></td><p>[U+3000]</p></html>',
  )
  expect(deceptionIn(rendered(h('p', { title: HOSTILE }, HOSTILE)))).toBeNull()
})

test('a field gives back exactly what it was given', () => {
  for (let seed = 0; seed < 2_000; seed++) {
    const text = randomText(seed)
    const html = rendered(h('input', { name: 'n', value: text }))
    expect(deceptionIn(html)).toBeNull()
    const [, value = ''] = / value="([^"]*)"/.exec(html) ?? []
    const parsed = value.replace(
      /&(quot|lt|amp);/g,
      (_, name: string) => ({ quot: '"', lt: '<', amp: '&' })[name] ?? '',
    )
    expect(asSent(parsed), JSON.stringify(text)).toBe(text)
  }
})

test('a name from right to left stands by itself, each of several, and not in a title', () => {
  expect(rendered(h('p', null, 'محمد عبد الله, clerk, 12 kg'))).toBe(
    '<p><bdi>محمد عبد الله</bdi>, clerk, 12 kg</p>',
  )
  expect(rendered(h('td', null, 'דוד, יעל (7)'))).toBe('<td><bdi>דוד</bdi>, <bdi>יעל</bdi> (7)</td>')
  expect(rendered(h('title', null, 'محمد'))).toBe('<title>محمد</title>')
  expect(rendered(h('option', { value: 'محمد' }, 'محمد'))).toBe('<option value="محمد">محمد</option>')
  expect(rendered(h('p', null, 'Grace Nakato'))).toBe('<p>Grace Nakato</p>')
})

test('what pages say in their own style is left alone', () => {
  const style = 'dl>div{content:"\u00a0"}'
  expect(rendered(h('style', { dangerouslySetInnerHTML: { __html: style } }))).toBe(`<style>${style}</style>`)
})
