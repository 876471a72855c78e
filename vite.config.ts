import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  build: { manifest: true, sourcemap: true, target: 'es2022', outDir: 'dist', emptyOutDir: true },
  // The page's own host reaches the server, which compares it with the Origin of every write.
  server: { proxy: { '/api': { target: 'http://127.0.0.1:3000', changeOrigin: false } } },
});
