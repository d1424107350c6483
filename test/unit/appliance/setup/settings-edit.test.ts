import { describe, expect, test } from 'vitest'
import { settingsFile } from '../../../../packaging/deb/settings.mjs'
import { withSetting } from '../../../../src/appliance/setup/settings-edit.ts'
import { readSettingsFile } from '../../../../src/config/settings-file.ts'

const NAME = 'GRANARY_LISTEN'
const [OLD, SET] = ['GRANARY_LISTEN=x', 'GRANARY_LISTEN=0.0.0.0:7373']

describe('a setting is written into a settings file', () => {
  test.each([
    ['an empty file', '', `${SET}\n`],
    ['a file without it', '# mine\nA=1', `# mine\nA=1\n${SET}\n`],
    ['its line', 'A=1\nGRANARY_LISTEN=x\n# end\n', `A=1\n${SET}\n# end\n`],
    ['a line that goes on', 'GRANARY_LISTEN=x\\\ny\nB="two\nlines"\n', `${SET}\nB="two\nlines"\n`],
    ['the last of several, which counts', `${OLD}\nGRANARY_LISTEN=y\n`, `${OLD}\n${SET}\n`],
    ['a line that has it commented out', `# Where.\n#${OLD}\n\nA=1\n`, `# Where.\n#${OLD}\n${SET}\n\nA=1\n`],
    ['such a line within quotes is passed over', `A="\n#${OLD}\n"\n`, `A="\n#${OLD}\n"\n${SET}\n`],
    ['lines of another system', 'A=1\r\n', `A=1\n${SET}\n`],
  ])('%s', (_, before, after) => {
    expect(withSetting(before, NAME, '0.0.0.0:7373')).toBe(after)
  })

  test.each(['file:/mnt/My disk/b', 'file:/a"b\\c$d`e', "file:/it's", '', ' around ', '# no comment'])(
    'is read back as it was given: %j',
    (value) => {
      const before = 'A="1 2"\n# B=2\nC=3'
      const after = withSetting(before, NAME, value)
      expect(readSettingsFile(after)).toEqual({ A: '1 2', C: '3', [NAME]: value })
      expect(withSetting(after, NAME, value)).toBe(after)
    },
  )

  test('where quotes are open at the end, nothing is changed', () => {
    expect(() => withSetting('A="one\n', NAME, 'x')).toThrow('open quote')
  })

  test("in the package's file it stands below its own explanation", () => {
    const before = settingsFile()
    const after = withSetting(before, NAME, '0.0.0.0:7373')
    expect(after).toContain('\n#GRANARY_LISTEN=127.0.0.1:7373\nGRANARY_LISTEN=0.0.0.0:7373\n')
    expect(after.replace('GRANARY_LISTEN=0.0.0.0:7373\n', '')).toBe(before)
  })
})
