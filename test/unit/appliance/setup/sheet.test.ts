import { describe, expect, test } from 'vitest'
import { nextSteps, type Sheet, sheetText } from '../../../../src/appliance/setup/sheet.ts'
import { englishWords } from '../../../../src/words/words.ts'

const IDENTITY = `AGE-SECRET-KEY-1${'Q'.repeat(58)}`
const SHEET: Sheet = {
  cooperative: 'Kahawa \u001b[31mCooperative',
  party: '0197b2f0-0000-7000-8000-000000000001',
  address: 'https://192.168.1.5:7373',
  reachable_by_others: true,
  fingerprint_sha256: 'AA:BB',
  fingerprint_of: 'authority',
  log_origin: 'granary/0123',
  log_vkey: 'granary/0123+89abcdef+AbCd',
  backup_place: 'file:/mnt/usb/granary-backups',
  newest_backup: { id: '20260628t071200z-1', made_at: '2026-06-28T07:12:00Z', entries: 1 },
  backup_identity: IDENTITY,
  has_backup_key: true,
  data_folder: '/var/lib/granary',
  settings_file: '/etc/granary/granary.env',
  time_zone: 'Africa/Kampala',
  data_flag: '',
  command: 'sudo granary',
  restart: 'sudo systemctl restart granary',
  is_running: true,
  made_on: '2026-06-28T07:15:00Z',
}
const words = englishWords('Africa/Kampala')
const text = (more: Partial<Sheet> = {}, isTerminal = false) =>
  sheetText(words, { ...SHEET, ...more }, isTerminal)

describe('the sheet to keep', () => {
  test('has all that a restore needs, on lines of their own', () => {
    const said = text()
    for (const line of [
      'Cooperative    Kahawa [U+001B][31mCooperative',
      'Address        https://192.168.1.5:7373',
      'Authority      SHA-256 AA:BB',
      'Log            granary/0123',
      'Verifier key   granary/0123+89abcdef+AbCd',
      'Backups        file:/mnt/usb/granary-backups',
      'Newest backup  28 Jun 2026, 10:12 +03:00, 1 entry',
      IDENTITY,
      '2. sudo granary backup restore --from file:/mnt/usb/granary-backups --identity -',
    ])
      expect(said.split('\n')).toContain(line)
    expect(said).toContain('28 Jun 2026, 10:15 +03:00')
  })
  test('has the key as a picture, which on a terminal is black on white', () => {
    expect(text()).toMatch(/█▀▀▀▀▀█/)
    expect(text()).not.toContain('\u001b')
    expect(text({}, true)).toContain('\u001b[30;107m')
  })
  test('of a key that was made before, only says where it is', () => {
    const said = text({ backup_identity: null })
    expect(said).toContain('was shown when it was made')
    expect(said).not.toMatch(/█/)
  })
  test('without backups says so, and what to do', () => {
    const said = text({
      backup_place: null,
      newest_backup: null,
      backup_identity: null,
      has_backup_key: false,
    })
    expect(said).toContain('NONE YET: plug in a disk, and run granary setup again')
    expect(said).toContain('There is no key for backups yet.')
    expect(said).toContain('--from PLACE --identity -')
  })
  test('without TLS has no fingerprint', () => {
    const said = text({ fingerprint_sha256: null, fingerprint_of: null, reachable_by_others: false })
    expect(said).toContain('none: there is no certificate')
    expect(said).toContain('(from this machine only)')
  })
})

test.each([
  [{}, 'Restart the service, so that it uses the new settings:\n\n    sudo systemctl restart granary'],
  [{ is_running: false }, 'Start the service:\n\n    sudo systemctl restart granary'],
  [{ restart: 'granary serve' }, 'Stop the service (Ctrl-C in its window), and start it with the new'],
  [{ restart: null }, 'Everything is in use. To check it: sudo granary doctor'],
])('what follows: %j', (more, said) => {
  expect(nextSteps(words, { ...SHEET, ...more })).toContain(said)
})
