import { afterEach, describe, expect, test, vi } from 'vitest'
import { must } from '../../../src/base/typed.ts'
import type { Command } from '../../../src/cli/command.ts'
import { toldMeaning } from '../../../src/cli/help.ts'
import { makeProgram } from '../../../src/program.ts'
import { languageOf } from '../../../src/words/language.ts'
import { englishWords, wordsIn } from '../../../src/words/words.ts'
import { cli } from '../../support/command.ts'

/** Help, and the faults of the parser, in the language of the person who typed the command. */

afterEach(() => vi.unstubAllEnvs())

const plain = (text: string) => text.replaceAll(/\s+/g, ' ')

/** Every command that help lists, with all descriptions in its help. */
function described(command: Command): [Command, string[]][] {
  const help = command.createHelp()
  const below = help.visibleCommands(command) as Command[]
  const parts = [...help.visibleOptions(command), ...command.registeredArguments]
  const told = [command, ...below].map((one) => one.description())
  return [
    [command, [...told, ...parts.map((one) => one.description)]],
    ...below.filter((one) => one.name() !== 'help').flatMap(described),
  ]
}

describe.each(['en', 'sw', 'fr'])('help in %s', (code) => {
  const words = wordsIn(must(languageOf(code)), '')

  test('has each description in that language alone, and fits a terminal', () => {
    vi.stubEnv('GRANARY_LANGUAGE', code)
    for (const [command, descriptions] of described(makeProgram())) {
      const help = command.helpInformation()
      expect(Math.max(...help.split('\n').map((line) => line.length)), help).toBeLessThanOrEqual(80)
      for (const description of descriptions) {
        const [told, english] = [words, englishWords()].map((one) => plain(toldMeaning(one, description)))
        expect(plain(help)).toContain(told)
        if (told !== english) expect(plain(help)).not.toContain(english)
      }
      if (code !== 'en')
        expect(help).not.toMatch(/^Usage:|^Options:|^Commands:|display help|\((choices|default):/m)
    }
  })
})

test.each([
  [['receipt'], "error: missing required argument 'record'", 'kosa: hoja “record” inahitajika lakini haipo'],
  [['import', 'x', '--map'], "'--map <file>' argument missing", 'chaguo “--map <file>” halina thamani yake'],
  [['init'], "required option '--name <name>' not", 'chaguo “--name <name>” linahitajika lakini halipo'],
  [
    ['status', '--jsn'],
    "error: unknown option '--jsn'\n(Did you mean --json?)",
    'kosa: chaguo “--jsn” halijulikani\n(Je, ulimaanisha --json?)',
  ],
  [
    ['anker'],
    "error: unknown command 'anker'\n(Did you mean one of anchor, lender?)",
    'kosa: amri “anker” haijulikani\n(Je, ulimaanisha mojawapo ya hizi: anchor, lender?)',
  ],
  [['report', '--by', 'x'], "'--by <what>' argument 'x' is invalid.", 'chaguo “--by <what>” si sahihi.'],
  [['completion', 'csh'], "'csh' is invalid for argument 'shell'.", '“csh” ya hoja “shell” si sahihi.'],
  [['status', 'x'], 'Expected 0, but got 1: x.', 'hoja zimezidi. Zinazotarajiwa: 0; zilizopatikana: 1: x.'],
])('the parser refuses %j in the language of the command', async (args, english, swahili) => {
  vi.stubEnv('GRANARY_LANGUAGE', 'en')
  expect((await cli(...args)).err).toContain(english)
  vi.stubEnv('GRANARY_LANGUAGE', 'sw')
  const { code, err, out } = await cli(...args, '--json')
  expect(code).toBe(2)
  expect(err).toContain(swahili)
  expect(err).toMatch(/granary.* --help/)
  expect(err).not.toMatch(/error|Run/)
  expect(JSON.parse(out).error.message).toContain(swahili)
})
