import { useScreen } from './screen.ts'
import { offered } from './words.ts'

/** The switch of the language. @param isShort beside a title, which leaves no room for its label */
export function Language({ isShort = false }: { readonly isShort?: boolean }) {
  const { words, choose } = useScreen()
  return (
    <>
      <label for="language" class={isShort ? 'hidden' : undefined}>
        {words.say('field.language')}
      </label>
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
