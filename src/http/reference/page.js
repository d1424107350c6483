// Starts Swagger UI on this appliance's own contract. Nothing is asked of any other host, and no token is kept.
const contract = new URL('v1/openapi.json', location.href).href

/**
 * It takes the standard dialect of the schemas for an oddity and warns of it, and offers a choice of servers where there
 * is this one alone.
 */
const nothing = () => () => null
const withoutOddities = () => ({
  wrapComponents: { JsonSchemaDialect: nothing, ServersContainer: nothing },
})

const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()

// A token is no text to be shown, nor to be remembered by the browser for the next who sits here.
addEventListener('focusin', ({ target }) => {
  if (target.id !== 'auth-bearer-value') return
  target.type = 'password'
  target.autocomplete = 'off'
})

SwaggerUIBundle({
  url: contract,
  dom_id: '#reference',
  deepLinking: true,
  plugins: [withoutOddities],
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  defaultModelRendering: 'example',
  displayRequestDuration: true,
  persistAuthorization: false,
  queryConfigEnabled: false,
  showExtensions: false,
  validatorUrl: null,
  // What is tried goes to this appliance and nowhere else.
  requestInterceptor: (request) => {
    if (new URL(request.url, location.href).origin !== location.origin)
      throw new Error('This page asks nobody but the appliance it came from.')
    return request
  },
})
