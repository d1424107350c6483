/**
 * The script of the pages: it suggests members while a person types, shows that a file is being made, and keeps pictures of
 * signed papers.
 * Without scripts the same pages work by their forms.
 */
export const SCRIPT = `'use strict'
const PAUSE_MS = 250
const SHORTEST = 2

async function pageAt(address, signal) {
  const answer = await fetch(address, { signal })
  // Signed out meanwhile: the next form that is sent shows it.
  if (!answer.ok || answer.redirected) return null
  return new DOMParser().parseFromString(await answer.text(), 'text/html')
}

async function found(words, signal) {
  const page = await pageAt('/members?' + new URLSearchParams({ search: words }), signal)
  return page && page.querySelector('#found')
}

function whileTyping(field, mayBeAll, show, ask = found) {
  let waiting
  let asking
  field.addEventListener('input', () => {
    clearTimeout(waiting)
    asking?.abort()
    const words = field.value.trim()
    if (words.length < SHORTEST && !(mayBeAll && words === '')) return
    waiting = setTimeout(async () => {
      asking = new AbortController()
      try {
        const list = await ask(words, asking.signal)
        if (list !== null && field.value.trim() === words) show(list)
      } catch {
        // Aborted, or no network: the form still works.
      }
    }, PAUSE_MS)
  })
}

// A picture of a signed paper is sent when it is chosen, and its hash is filled in; the form waits for it. If that fails, there
// is no hash of another picture.
for (const picture of document.querySelectorAll('[data-picture]')) {
  const box = picture.closest('[hidden]')
  const told = box.querySelector('[role=status]')
  const help = told.textContent
  const { picture: into, sending, failed } = picture.dataset
  const field = picture.form.elements[into]
  let hash = ''
  let asking
  const fill = (sha256) => {
    // Hashes that were typed, or filled in for an earlier picture of several, stay.
    const others = field.value.split(',').map((one) => one.trim()).filter((one) => one !== '' && one !== hash)
    hash = sha256
    field.value = [...('beside' in picture.dataset ? others : []), ...(sha256 === '' ? [] : [sha256])].join(', ')
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
  const tell = (text, isFault) => {
    told.textContent = text
    told.className = isFault ? 'fault' : 'help'
  }
  box.hidden = false
  picture.addEventListener('change', async () => {
    asking?.abort()
    fill('')
    picture.setCustomValidity('')
    const [file] = picture.files
    if (file === undefined) return tell(help, false)
    asking = new AbortController()
    const { signal } = asking
    tell(sending, false)
    picture.setCustomValidity(sending)
    let page = null
    try {
      const body = new FormData()
      body.append('form_token', picture.form.elements.form_token.value)
      body.append('picture', file)
      const answer = await fetch('/pictures', { method: 'POST', body, signal })
      if (!answer.redirected) page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    } catch {
      // No network, or the file cannot be read.
    }
    if (signal.aborted) return
    picture.setCustomValidity('')
    const kept = page?.querySelector('#kept')
    if (kept) {
      fill(kept.dataset.sha256)
      field.closest('details')?.setAttribute('open', '')
      return tell(kept.textContent, false)
    }
    picture.value = ''
    tell(page?.querySelector('.box.bad')?.textContent || failed, true)
  })
}

const search = document.querySelector('#search')
if (search !== null) whileTyping(search, true, (list) => document.querySelector('#found').replaceWith(list))

// The box of the menu: what it finds is shown below it; arrow keys go through that, Enter opens it.
const box = document.querySelector('#q')
if (box !== null) {
  const hits = document.querySelector('#hits')
  const links = () => [...hits.querySelectorAll('a')]
  const close = () => {
    hits.hidden = true
  }
  const ask = async (words, signal) => {
    const page = await pageAt('/search?' + new URLSearchParams({ q: words, typing: '' }), signal)
    return page && page.querySelector('#results')
  }
  whileTyping(box, false, (list) => {
    hits.replaceChildren(...list.childNodes)
    hits.hidden = false
  }, ask)
  box.addEventListener('input', () => {
    if (box.value.trim().length < SHORTEST) close()
  })
  box.form.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape' && !hits.hidden) {
      close()
      box.focus()
    } else if (step !== undefined && !hits.hidden) {
      const all = [box, ...links()]
      event.preventDefault()
      all[(all.indexOf(document.activeElement) + step + all.length) % all.length].focus()
    }
  })
  box.form.addEventListener('focusout', (event) => {
    if (!box.form.contains(event.relatedTarget)) close()
  })
  addEventListener('keydown', (event) => {
    const isTyping = event.target.closest('input, select, textarea') !== null
    if (event.key !== '/' || isTyping || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    // On a phone the menu must be open first.
    if (box.offsetParent === null) location.hash = 'menu'
    box.focus()
  })
}

// The answer is a file, so the page stays, and says that the file is being made. No event reports the end of
// the download, and a second press would stop it, so the button is off until the page is shown again.
for (const form of document.querySelectorAll('form[data-busy]')) {
  const said = document.createElement('p')
  said.setAttribute('role', 'status')
  form.append(said)
  const say = (text) => {
    said.textContent = text
    form.querySelector('button').disabled = text !== ''
  }
  form.addEventListener('submit', () => say(form.dataset.busy))
  addEventListener('pageshow', () => say(''))
}

// A page that waits for a phone looks again until the phone is there; after a quarter of an hour a person must.
const LOOK_MS = 3000
const LOOKS = 300
async function look(looks) {
  const shown = document.querySelector('#awaited')
  if (shown?.dataset.awaited !== 'true' || looks === 0) return
  await new Promise((done) => setTimeout(done, LOOK_MS))
  try {
    const answer = await fetch(location.href)
    if (!answer.ok || answer.redirected) return
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const now = page.querySelector('#awaited')
    if (now === null) return
    if (now.dataset.awaited !== 'true') {
      document.querySelector('main').replaceWith(page.querySelector('main'))
      const shown = document.querySelector('#awaited')
      shown.tabIndex = -1
      shown.focus()
    }
  } catch {
    // No network: it looks again.
  }
  look(looks - 1)
}
look(LOOKS)

// What a person agrees to stands beside its form, as the form is now: the service makes it, as for the preview.
// A form with a fault has none, so that nobody reads out what no longer holds.
const SAID_AFTER_MS = 400
const SAID_WITHIN_MS = 2000
const said = document.querySelector('#said')
if (said !== null) {
  const form = said.closest('.grid').querySelector('form')
  const usual = [...said.childNodes]
  let waiting
  let asking = null
  let newest = 0
  const show = async () => {
    const mine = ++newest
    let sheet = null
    try {
      const body = new URLSearchParams(new FormData(form))
      const answer = form.checkValidity() ? await fetch(location.pathname, { method: 'POST', body }) : null
      const text = (await answer?.text()) ?? ''
      // Without the head: its style is for the page alone.
      const main = text.slice(text.indexOf('<main'))
      if (answer?.ok && !answer.redirected)
        sheet = new DOMParser().parseFromString(main, 'text/html').querySelector('.sheet')
    } catch {
      // No network: the preview shows it.
    }
    if (mine !== newest) return
    const quote = sheet?.querySelector('blockquote') ?? null
    if (quote !== null) quote.lang = sheet.lang
    said.replaceChildren(...(quote === null ? usual : [quote]))
  }
  const soon = () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => {
      const mine = show().finally(() => {
        if (asking === mine) asking = null
      })
      asking = mine
    }, SAID_AFTER_MS)
  }
  form.addEventListener('change', soon)
  // The form waits for the answer that is under way: leaving the page would break it off.
  form.addEventListener('submit', (event) => {
    clearTimeout(waiting)
    if (asking === null) return
    event.preventDefault()
    const late = new Promise((done) => setTimeout(done, SAID_WITHIN_MS))
    Promise.race([asking, late]).then(() => {
      asking = null
      form.requestSubmit(event.submitter)
    })
  })
  if (form.checkValidity()) soon()
}

// A sheet is looked at again when a person has chosen what something in it is; the button for it is for others. One look
// follows the other, because a choice that arrives while a step runs is not read.
const CHOSEN_AFTER_MS = 400
const RUNS_MS = 1000
const looks = () => document.querySelector('form.looks')
if (looks() !== null) {
  let waiting
  let asking = Promise.resolve()
  let newest = 0
  let isAsking = false
  const asked = async (options) => {
    const answer = await fetch(location.pathname, options)
    return new DOMParser().parseFromString(await answer.text(), 'text/html')
  }
  const look = async (mine, form) => {
    // What was chosen since is in the form of a later look.
    if (mine !== newest) return
    form.ariaBusy = 'true'
    const body = new URLSearchParams(new FormData(form))
    body.set('act', 'look')
    let page = await asked({ method: 'POST', body })
    while (page.querySelector('main progress') !== null) {
      await new Promise((done) => setTimeout(done, RUNS_MS))
      page = await asked({})
    }
    if (mine !== newest) return
    // Signed out, or the sheet is gone: the page itself says it.
    if (page.querySelector('form.looks') === null) return location.reload()
    const name = document.activeElement?.name
    document.querySelector('main').replaceWith(page.querySelector('main'))
    if (name) looks().elements[name]?.focus?.()
  }
  addEventListener('change', ({ target }) => {
    const form = looks()
    if (target.form !== form) return
    clearTimeout(waiting)
    const mine = ++newest
    waiting = setTimeout(() => {
      isAsking = true
      // No network: the button still works.
      asking = asking.then(() => look(mine, form)).catch(() => {})
      asking.then(() => {
        if (mine === newest) isAsking = false
      })
    }, CHOSEN_AFTER_MS)
  })
  addEventListener('submit', (event) => {
    clearTimeout(waiting)
    newest++
    if (!isAsking) return
    event.preventDefault()
    asking.then(() => {
      isAsking = false
      event.target.requestSubmit(event.submitter)
    })
  })
}

const who = document.querySelector('input[data-members]')
if (who !== null) {
  const offered = document.createElement('datalist')
  offered.id = 'who-list'
  who.after(offered)
  who.setAttribute('list', offered.id)
  whileTyping(who, false, (list) => {
    offered.replaceChildren(
      ...[...list.querySelectorAll('tbody tr')].slice(0, 8).map((row) => {
        const [number, name, phone, region] = [...row.cells].map((cell) => cell.textContent.trim())
        const option = document.createElement('option')
        option.value = number || phone || name
        option.label = [name, region || phone].filter(Boolean).join(', ')
        return option
      }),
    )
  })
}

// What the member usually brings is on the same page, asked for with what was typed so far.
const usual = document.querySelector('#usual')
if (usual !== null) {
  const [giver, crop] = ['#who', '#crop'].map((one) => document.querySelector(one))
  const show = async () => {
    const asked = new URLSearchParams({ who: giver.value.trim(), crop: crop.value })
    if (giver.value.trim() === '') return usual.replaceChildren()
    try {
      const page = await pageAt('/weigh-in?' + asked)
      const still = new URLSearchParams({ who: giver.value.trim(), crop: crop.value })
      if (page !== null && String(still) === String(asked))
        usual.replaceChildren(...page.querySelector('#usual').childNodes)
    } catch {
      // The form was sent, or no network.
    }
  }
  giver.addEventListener('change', show)
  crop.addEventListener('change', show)
}

// What is filled in where a person types next is replaced by what they type.
document.querySelector('input[autofocus]')?.select()

// The total of a delivery is on the same page, asked for with what was typed so far.
const total = document.querySelector('#total')
if (total !== null) {
  const { form } = document.querySelector('#per_kg')
  const typed = ['quantity', 'unit', 'crop', 'per_kg', 'price', 'gross', 'tare']
  const asked = () => new URLSearchParams(typed.map((name) => [name, form.elements[name].value.trim()]))
  let waiting
  let latest
  form.addEventListener('input', () => {
    const now = asked()
    if (String(now) === latest) return
    latest = String(now)
    clearTimeout(waiting)
    // The total of what stood there before is none of this weight.
    total.replaceChildren()
    if (now.get('per_kg') === '') return
    waiting = setTimeout(async () => {
      try {
        const page = await pageAt('/weigh-in?' + now)
        if (page !== null && String(asked()) === String(now))
          total.replaceChildren(...page.querySelector('#total').childNodes)
      } catch {
        // The form was sent, or no network.
      }
    }, PAUSE_MS)
  })
}

// A browser suggests values for the whole field, so each option starts with the text already in it.
for (const field of document.querySelectorAll('input[data-several]')) {
  const names = [...field.list.options].map((option) => option.value)
  let shown = ''
  field.addEventListener('input', () => {
    const before = field.value.match(/^(.*;\\s*)?/)[0]
    if (before === shown) return
    shown = before
    field.list.replaceChildren(
      ...names.map((name) => {
        const option = document.createElement('option')
        option.value = before + name
        return option
      }),
    )
  })
}
`
