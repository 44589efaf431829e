// A real provider of OpenID Connect as a program of its own: node identityProviderProgram.mjs PORT REDIRECT_URI SIGN_OUT_URI.
// It knows everybody who types a name; the name decides about roles and groups.

import { Provider } from 'oidc-provider'

const [port, redirectUri, signOutUri] = process.argv.slice(2)
const issuer = `http://127.0.0.1:${port}`

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'airfolio',
      client_secret: 'a-secret-of-the-client',
      redirect_uris: [redirectUri],
      post_logout_redirect_uris: [signOutUri],
      grant_types: ['authorization_code'],
      response_types: ['code'],
    },
  ],
  claims: {
    openid: ['sub', 'roles'],
    profile: ['name', 'preferred_username'],
    email: ['email', 'email_verified'],
  },
  pkce: { required: () => true },
  cookies: { keys: ['for-tests'] },
  findAccount: (_, id) => ({
    accountId: id,
    claims: () => ({
      sub: id,
      name: `${id} of the company`,
      preferred_username: id,
      email: `${id}@company.example`,
      email_verified: true,
      roles: id.startsWith('author') ? ['writers'] : [],
    }),
  }),
})

provider.listen(Number(port), '127.0.0.1', () => process.stdout.write(`listening at ${issuer}\n`))
