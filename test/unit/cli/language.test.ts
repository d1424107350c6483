import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { commandLanguage, commandWords } from '../../../src/cli/language.ts'
import { complain } from '../../../src/cli/print.ts'
import { readConfig } from '../../../src/config/config.ts'
import { OperatorFault } from '../../../src/words/fault.ts'
import { message } from '../../../src/words/message.ts'
import { catchOutput } from '../../support/cli/printed.ts'

/** A command writes in the language of its setting, else of the locale. */

const folder = mkdtempSync(join(tmpdir(), 'language-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())

const VARIABLES = ['GRANARY_LANGUAGE', 'LC_ALL', 'LC_MESSAGES', 'LANG'] as const
type Environment = Partial<Record<(typeof VARIABLES)[number], string>>

function under(environment: Environment): void {
  for (const name of VARIABLES) vi.stubEnv(name, environment[name])
}

describe('the language of a command', () => {
  test.each<[string, Environment, string]>([
    ['nothing is set', {}, 'en'],
    ['the setting', { GRANARY_LANGUAGE: 'sw', LC_ALL: 'fr_FR.UTF-8' }, 'sw'],
    ['an empty setting', { GRANARY_LANGUAGE: '', LANG: 'fr_CM.UTF-8' }, 'fr'],
    ['LC_ALL before all other parts of the locale', { LC_ALL: 'sw_KE', LC_MESSAGES: 'fr', LANG: 'fr' }, 'sw'],
    ['LC_MESSAGES before LANG', { LC_ALL: '', LC_MESSAGES: 'fr_FR@euro', LANG: 'sw_TZ.UTF-8' }, 'fr'],
    ['the locale of programs', { LC_ALL: 'C.UTF-8', LANG: 'fr_FR.UTF-8' }, 'en'],
    ['a language that does not ship', { LANG: 'de_DE.UTF-8' }, 'en'],
  ])('%s', (_, environment, code) => {
    under(environment)
    expect(commandLanguage({ data: folder }).code).toBe(code)
  })

  test('is that of the settings file of the folder, before the locale', () => {
    writeFileSync(join(folder, 'granary.env'), 'GRANARY_LANGUAGE=sw\nGRANARY_TIME_ZONE=Africa/Kampala\n')
    under({ LANG: 'fr_FR.UTF-8' })
    expect(commandLanguage({ data: folder }).code).toBe('sw')
    expect(commandWords({ data: folder }).calendar.timeZone).toBe('Africa/Kampala')
    expect(commandLanguage({ data: join(folder, 'other') }).code).toBe('fr')
  })

  test('is refused by the settings if it does not ship', () => {
    expect(() => readConfig({}, { GRANARY_LANGUAGE: 'de' })).toThrow(
      /GRANARY_LANGUAGE="de" must be en, fr or sw/,
    )
    expect(() => readConfig({}, { GRANARY_LANGUAGE: 'fr_FR' })).toThrow(/must be en, fr or sw/)
    expect(readConfig({}, { GRANARY_LANGUAGE: 'fr' }).language).toBe('fr')
  })
})

describe('a fault', () => {
  const hectares = { amount: 1234.5 }
  const fault = new OperatorFault(message('plots.hectares', { hectares }), 'Correct it.', 2)
  const told = (environment: Environment, json = false) => {
    under(environment)
    const { printed, release } = catchOutput()
    try {
      return { code: complain(fault, json, commandWords({ data: folder })), ...printed }
    } finally {
      release()
    }
  }

  test('is told in the language of the command, with the same exit code', () => {
    expect(told({ GRANARY_LANGUAGE: 'en' })).toMatchObject({
      code: 2,
      stderr: 'granary: 1,234.5 ha\nCorrect it.\n',
    })
    const french = told({ GRANARY_LANGUAGE: 'fr' })
    expect(french.code).toBe(2)
    expect(french.stderr).toContain('1\u00a0234,5')
  })

  test('has the same members as JSON', () => {
    const { error } = JSON.parse(told({ GRANARY_LANGUAGE: 'fr' }, true).stdout)
    expect(Object.keys(error)).toEqual(['message', 'remedy'])
    expect(error.message).toContain('234,5')
  })
})
