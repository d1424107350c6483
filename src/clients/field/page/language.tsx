import { useScreen } from './screen.ts'
import { offered } from './words.ts'

/** The switch of the language. */
export function Language() {
  const { words, choose } = useScreen()
  return (
    <>
      <label for="language">{words.say('field.language')}</label>
      <select
        id="language"
        value={words.code}
        onChange={({ currentTarget }) => void choose(currentTarget.value)}
      >
        {offered.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </>
  )
}
