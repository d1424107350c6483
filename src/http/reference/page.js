// Starts Swagger UI with this appliance's contract. It contacts no other host and stores no token.
const contract = new URL('v1/openapi.json', location.href).href

/** Hides a warning about the schemas' standard dialect, and the choice among servers, as there is only one. */
const nothing = () => () => null
const withoutOddities = () => ({
  wrapComponents: { JsonSchemaDialect: nothing, ServersContainer: nothing },
})

const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()

// Masks the token, and keeps the browser from storing it for the next user.
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
  // Refuses requests to other hosts.
  requestInterceptor: (request) => {
    if (new URL(request.url, location.href).origin !== location.origin)
      throw new Error('This page contacts only the appliance that served it.')
    return request
  },
})
