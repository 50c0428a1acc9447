/**
 * The headers of every page and file of the web app, for both servers that send them: ours, and
 * nginx, for which `compose/page-headers.ts` writes the configuration.
 */

/** How long a browser that has once used TLS insists on TLS, in seconds. */
export const strictTransport = 'max-age=31536000'

export const commonHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
  // The addresses of pages can contain mailed tokens.
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

/**
 * Allows only our own scripts, and styles that are our own or have the page's nonce. Text can never
 * become a script: every DOM sink that would run one rejects text (`trusted-types 'none'`).
 */
const pagePolicy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'nonce-{nonce}'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
}

/** The library that makes the API's documentation pages writes HTML and style attributes. */
const docsPolicy = {
  ...pagePolicy,
  'style-src-attr': "'unsafe-inline'",
  'require-trusted-types-for': undefined,
  'trusted-types': undefined,
}

const written = (policy: Record<string, string | undefined>, nonce: string) =>
  Object.entries(policy)
    .filter(([, sources]) => sources !== undefined)
    .map(([directive, sources]) => `${directive} ${sources?.replace('{nonce}', nonce)}`)
    .join('; ')

/**
 * @param nonce for this response only, for `<style>` elements that a script creates
 * @param isDocs whether this is a page of the API's documentation
 */
export const pageHeaders = (nonce: string, isDocs = false): Record<string, string> => ({
  ...commonHeaders,
  'Content-Security-Policy': written(isDocs ? docsPolicy : pagePolicy, nonce),
})
