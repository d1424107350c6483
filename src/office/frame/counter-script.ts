/**
 * The part of the pages' script that prints receipts. A page has one sheet and one button for it. A print is noted once the
 * browser has printed; a sheet whose print was noted is not printed again, because the next is a copy. On Weigh in the next member has the focus then, on
 * the page of the receipt what comes next. What a person is about to replace is selected, and a question is answered by one key.
 */
export const COUNTER_SCRIPT = `
{
  const button = document.querySelector('button[data-print]')
  const sheet = () => document.querySelector('main > .sheet')
  const next = document.querySelector('#who')
  if (button !== null && sheet() !== null) {
    // Refused, signed out meanwhile, or no network: the next print is no copy, because this one was not noted.
    const isNoted = async (address) => {
      const form_token = document.querySelector('input[name=form_token]').value
      const body = new URLSearchParams({ form_token, by: 'script' })
      try {
        const answer = await fetch(address, { method: 'POST', body, redirect: 'manual', keepalive: true })
        return answer.status === 204
      } catch {
        return false
      }
    }
    addEventListener('afterprint', async () => {
      if (sheet() === null || button.disabled) return
      const { print: address } = button.dataset
      const isCounted = address !== ''
      button.disabled = isCounted
      next?.focus()
      const isDone = !isCounted || (await isNoted(address))
      button.disabled = false
      if (!isDone) {
        if (next === null) button.focus()
      } else if (next !== null) {
        sheet().remove()
        document.querySelector('main').classList.remove('printed')
      } else if (isCounted) location.reload()
    })
    button.addEventListener('click', (event) => {
      if (sheet() === null) return
      event.preventDefault()
      print()
    })
    if (button.hidden) {
      button.hidden = false
      if (button.autofocus) button.focus()
    }
    if (button.dataset.atOnce !== undefined) addEventListener('load', () => print())
  }
  // A person who wants no receipt goes on typing: the next member's number.
  button?.addEventListener('keydown', ({ key, ctrlKey, altKey, metaKey }) => {
    if (key.length === 1 && !' /'.includes(key) && !ctrlKey && !altKey && !metaKey) next?.focus()
  })
  // An answer by one key, outside the fields: what is typed in an empty one may begin with it (+256...). Enter prints or records.
  const answers = [...document.querySelectorAll('button[data-key]')]
  addEventListener('keydown', (event) => {
    const { key, target, repeat, ctrlKey, altKey, metaKey } = event
    const isTyping = target.closest('input, select, textarea') !== null
    const answer = answers.find((one) => one.dataset.key === key)
    if (answer === undefined || isTyping || ctrlKey || altKey || metaKey) return
    event.preventDefault()
    event.stopPropagation()
    if (!repeat) answer.click()
  }, true)
  const replaced = document.querySelector('input[data-replaced]')
  replaced?.focus()
  replaced?.select()
  document.querySelector('select[data-paper]')?.addEventListener('change', ({ target }) => {
    const address = new URL(location.href)
    address.searchParams.set('paper', target.value)
    location.assign(address)
  })
}
`
