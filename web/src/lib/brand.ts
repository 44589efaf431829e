/** Values that differ between the normal and the authoring build (`vite build --mode authoring`). */
export const brand = {
  title: import.meta.env.VITE_TITLE,
  logoWidth: Number(import.meta.env.VITE_LOGO_WIDTH),
  logo: import.meta.env.VITE_LOGO_WIDTH === '200' ? '/logo-author.svg' : '/logo.svg',
  webVersion: __WEB_VERSION__,
}
