import { expect, test } from 'vitest'
import type { Config } from '../../../src/config/config.ts'
import { officeUrl } from '../../../src/config/service-address.ts'

const pin = { fingerprint_sha256: 'AB', of: 'authority' } as const

test.each([
  ['alone on this machine', '127.0.0.1:7373', '', null, 'http://127.0.0.1:7373'],
  ['on every address without TLS', '0.0.0.0:7373', '', null, 'http://127.0.0.1:7373'],
  ['on one address of the network without TLS', '192.0.2.7:7373', '', null, null],
  ['on the network with TLS', '192.0.2.7:7373', '', pin, 'https://192.0.2.7:7373'],
  ['by a name that a proxy serves', '127.0.0.1:7373', 'https://coop.test/', null, 'https://coop.test'],
  ['by a name without TLS', '0.0.0.0:7373', 'http://coop.test', null, 'http://127.0.0.1:7373'],
])('the office page is opened where it answers: %s', (_where, listen, publicUrl, known, url) => {
  expect(officeUrl({ listen, publicUrl } as Config, known)).toBe(url)
})
