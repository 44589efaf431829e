// Vite asks for the style sheet of a part once, whether it came or not; the part would stay bare until the next reload.
const lost = new Set<HTMLLinkElement>()

/** Remembers every style sheet that cannot come, and asks again for it when the network is back. */
export function watchStyles(): void {
  const remember = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lost.add(target)
  }
  // Such an event does not rise to the document, but is caught on its way down.
  document.addEventListener('error', remember, { capture: true })
  window.addEventListener('online', reviveLostStyles)
}

/** To be called before a part is asked for that may have failed before. */
export function reviveLostStyles(): void {
  for (const link of lost) link.replaceWith(link.cloneNode())
  lost.clear()
}
