/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly VITE_TITLE: string
  readonly VITE_LOGO_WIDTH: string
  readonly VITE_API_BASE: string
}

declare const __WEB_VERSION__: string
