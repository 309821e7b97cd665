import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.js'

// A first try on your own machine: `voice serve --mock --allowed-origins http://127.0.0.1:3000` runs on port 8000. In production pass a function that fetches a short-lived key.
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App serverUrl="ws://127.0.0.1:8000/ws" apiKey="demo-api-key" />
    </StrictMode>,
  )
