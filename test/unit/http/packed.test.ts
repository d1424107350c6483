import { expect, test } from 'vitest'
import { acceptsGzip } from '../../../src/http/packed.ts'

test.each([
  ['gzip', true],
  ['br, GZIP;q=0.5', true],
  ['*', true],
  ['deflate , gzip ; q=1 , br', true],
  [undefined, false],
  ['', false],
  ['br', false],
  ['gzip;q=0', false],
  ['*;q=0', false],
  // Such a header once took as long as the square of its length: hours, of this one.
  [`gzip${' '.repeat(2_000_000)}x`, false],
])('%j', (header, takes) => expect(acceptsGzip(header)).toBe(takes))
