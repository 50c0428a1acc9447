import { pageHeaders } from '../platform/page-headers.ts'

// Prints the headers of a page as nginx takes them: made when its image is built, so that both
// servers send the same. The nonce is the request's id, which nginx makes of 16 random bytes.
for (const [name, value] of Object.entries(pageHeaders('$request_id')))
  process.stdout.write(`add_header ${name} "${value}" always;\n`)
