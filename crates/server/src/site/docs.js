// How Swagger UI shows the API's description.
window.onload = () => {
  window.ui = SwaggerUIBundle({
    url: '/kbj/api/openapi.json',
    dom_id: '#swagger-ui',
    deepLinking: true,
    docExpansion: 'none',
    tryItOutEnabled: true,
    validatorUrl: 'none',
    presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
    plugins: [SwaggerUIBundle.plugins.DownloadUrl],
    layout: 'StandaloneLayout',
  })
}
