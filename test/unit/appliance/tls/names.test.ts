import { isIP } from 'node:net'
import { describe, expect, test } from 'vitest'
import { madeFor, permittedFor, uncovered } from '../../../../src/appliance/tls/constraints.ts'
import { named, nameOf, namesFor, without } from '../../../../src/appliance/tls/names.ts'

const MACHINE = {
  hostName: 'Office-PC',
  addresses: ['127.0.0.1', '::1', '192.168.7.5', '10.0.0.2', 'fe80::1%eth0', 'fd00::0:7', '2001:db8::9'],
}

describe('what a certificate is for', () => {
  test('the machine’s name on its network, and the addresses that last', () => {
    expect(namesFor(MACHINE, [])).toEqual([
      ...['localhost', 'office-pc.local'],
      ...['127.0.0.1', '::1', '10.0.0.2', '192.168.7.5', 'fd00::7'],
    ])
  })
  test('its full name where it has one, and what somebody asked for', () => {
    const machine = { hostName: 'granary.kahawa.example', addresses: [] }
    expect(namesFor(machine, ['Granary.LAN.', '[2001:DB8::9]', '10.9.9.9', 'not a name'])).toEqual([
      ...['localhost', 'granary.kahawa.example', 'granary.local', 'granary.lan'],
      ...['127.0.0.1', '::1', '2001:db8::9', '10.9.9.9'],
    ])
  })
  test('a machine with no usable name has its addresses, and one with very many the first of them', () => {
    expect(namesFor({ hostName: 'my_pc!', addresses: [] }, [])).toEqual(['localhost', '127.0.0.1', '::1'])
    const many = Array.from({ length: 500 }, (_, i) => `10.0.${i >> 8}.${i & 255}`)
    expect(namesFor({ hostName: '', addresses: many }, []).filter((name) => isIP(name) !== 0)).toHaveLength(
      32,
    )
  })
  test.each([
    ['granary.local', 'host'],
    ['xn--bcher-kva.example', 'host'],
    ['10.0.0.1', 'address'],
    ['::ffff:10.0.0.1', 'address'],
    ['999.1.1.1', null],
    ['1.2.3', null],
    ['-a.example', null],
    ['a..example', null],
    ['https://a.example', null],
    ['a.example:7373', null],
    ['*.example', null],
    [`${'a'.repeat(64)}.example`, null],
    [`${'a.'.repeat(127)}example`, null],
    ['', null],
  ])('%s is a name of kind %s', (text, kind) => {
    const name = nameOf(text)
    expect(name === null ? null : isIP(name) === 0 ? 'host' : 'address').toBe(kind)
  })
  test('what is missing is told', () => {
    const there = named(['a.local', '10.0.0.1'])
    expect(without(named(['10.0.0.1', '10.0.0.2', 'b.local']), there)).toEqual(['b.local', '10.0.0.2'])
    expect(without(named([]), there)).toEqual([])
  })
})

describe('what an authority may speak for', () => {
  const permitted = permittedFor(
    named(['granary.kahawa.example', 'box.lan', '10.9.9.9']),
    namesFor(MACHINE, []),
  )

  test('every name of a machine on this network, now and later', () => {
    const later = named([
      ...['localhost', 'other.local', 'other.lan', 'a.b.home.arpa', 'x.internal', 'granary.kahawa.example'],
      ...['127.8.8.8', '10.255.255.255', '172.31.0.1', '192.168.0.1', '169.254.3.4', '100.64.0.9'],
      ...['::1', 'fdff::1', 'fe80::9'],
    ])
    expect(uncovered(permitted, later)).toEqual([])
  })
  test('and nobody else’s', () => {
    const others = named([
      ...['bank.example', 'kahawa.example', 'notgranary.kahawa.example', 'local.example', 'mylocal', 'farm'],
      ...['8.8.8.8', '172.32.0.1', '192.169.0.1', '11.0.0.1', '100.128.0.1', '2001:db8::1', '::2', 'fec0::1'],
    ])
    expect(uncovered(permitted, others)).toEqual(others)
  })
  test('what it was made for by name can be read from it, and what is local for everybody cannot', () => {
    expect(madeFor(permitted)).toEqual(['granary.kahawa.example', 'box.lan', '10.9.9.9'])
    expect(madeFor(permittedFor(named([]), named(['203.0.113.7', 'x.example'])))).toEqual([
      'x.example',
      '203.0.113.7',
    ])
    expect(madeFor(permittedFor(named([]), namesFor(MACHINE, [])))).toEqual([])
  })
})
