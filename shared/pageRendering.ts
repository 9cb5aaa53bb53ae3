// Between the server and the part of the web UI that renders its pages there.

/** A page as a guest opens it, or an account before it has proved itself. */
export interface PageRequest {
  /** With its query: '/fil/properties?type=condo'. */
  address: string;
  /** The code of the page's language; the address begins with it unless it is the default one. */
  language: string;
  /** Where other people find this site. */
  publicOrigin: string;
  /** Answers a call of the API as a guest's: its status and its body. */
  ask(address: string): Promise<{ status: number; body: unknown }>;
}

export interface RenderedPage {
  /** The HTML of the page's root. It holds no styles: those are in `styles`. */
  html: string;
  /** The rules of elements with a style of their own, for a style sheet that the page's policy allows; mostly empty. */
  styles: string;
  /** JSON with which a browser takes the page over, safe within a script element. */
  state: string;
}

/** Null: the page is for signed-in accounts, or redirects. */
export type RenderPage = (request: PageRequest) => Promise<RenderedPage | null>;

/** The name of the element of a page's head that tells the version of its files. */
export const VERSION_META = 'site-version';
/** The header of each answer that tells the version of the pages that the server has now. */
export const VERSION_HEADER = 'X-Site-Version';

/** The id of the element that holds the state; its `data-reader` is 'guest' or 'member'. */
export const PAGE_STATE_ID = 'page-state';

/** Replaces 'module' and 'modulepreload' where a page's scripts wait for its first screen. */
export const LATE = 'late';

/** On a slow line pictures take longer: the page does not wait for them. */
const LATEST_MS = 1_500;

/**
 * Part of a rendered page. Its scripts begin once the first screen is there, or a pointer, a finger or a key comes
 * near. Presses and submits before that are kept until the page is taken over, as are the keys that lead to a search.
 * Links except those to a language are followed by the browser itself.
 */
export const EARLY_ACTS_SCRIPT = /* @__PURE__ */ [
  // React marks the parts it has taken over: these answer at once, while the rest waits. A part that React takes over
  // because of this act gets the event as far as the element; React stops the event of other parts before.
  '(()=>{const acts=[];let late,hear=a=>acts.push(a);',
  "const isTaken=e=>(late&&!late.has(e))||Object.keys(e).some(k=>k.startsWith('__react'));",
  "const keep=(e,act)=>{const a=[e,act];hear(a);e.addEventListener(act,()=>{if(isTaken(e))a[1]=''},{once:true})};",
  "const pressed=e=>{const b=e.target.closest?.('button:not([type=submit]),[role=button]');if(b&&!isTaken(b))keep(b,'click');",
  // A language is stored before its page is opened.
  "const l=e.target.closest?.('a[hreflang]');if(l&&!isTaken(l)&&!(e.metaKey||e.ctrlKey||e.shiftKey)){e.preventDefault();keep(l,'click')}};",
  "const typed=e=>{if(!e.target.closest?.('input,textarea,select')&&(e.key==='/'||(e.key==='k'&&(e.ctrlKey||e.metaKey)))){e.preventDefault();acts.push([e.target,e])}};",
  "const sent=e=>{if(isTaken(e.target))return;e.preventDefault();keep(e.target,'submit')};",
  'const all=[["click",pressed],["submit",sent],["keydown",typed]];for(const [k,f] of all)addEventListener(k,f,true);',
  'let begun;const begin=()=>{if(begun||document.readyState==="loading")return;begun=true;',
  // Files that cannot be loaded are not waited for.
  `for(const l of document.querySelectorAll('link[rel=${LATE}]')){l.onerror=()=>l.remove();l.rel=l.as==='style'?'stylesheet':'modulepreload'};`,
  `for(const s of document.querySelectorAll('script[type=${LATE}]')){const m=document.createElement('script');m.type='module';m.src=s.src;s.replaceWith(m)}};`,
  'for(const k of ["pointerover","pointerdown","touchstart","keydown","focusin"])addEventListener(k,begin,{capture:true,passive:true});',
  // By then the pictures of the first screen are drawn. A page that is not looked at draws none.
  'addEventListener("load",()=>requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(begin))));',
  `addEventListener("DOMContentLoaded",()=>setTimeout(begin,${LATEST_MS}));`,
  'window.takeEarlyActs=(l,h)=>{late=new Set(l);hear=h;removeEventListener("keydown",typed,true);return acts}',
  '})()',
].join('');

/** An element and its act; '' once the act was answered. */
export type EarlyAct = [element: HTMLElement, act: 'click' | 'submit' | '' | KeyboardEvent];

declare global {
  interface Window {
    /** Acts so far, in order. Later calls report acts on `late` elements, which are taken over after the screen. */
    takeEarlyActs?: (late: Iterable<Element>, hear: (act: EarlyAct) => void) => EarlyAct[];
  }
}
