declare module 'vue-cal' {
  import type { Component } from 'vue';
  const component: Component;
  export default component;
}
declare module 'vue-cal/dist/drag-and-drop.es.js';
