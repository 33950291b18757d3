/**
 * Restores the visitor's language before first paint: when the stored choice is not the page's language, the page is
 * hidden and replaced by its counterpart. Runs in the head of every page, again when a page comes back from the back/forward
 * cache and when one that was rendered in advance is shown. A page that was reached by the language link of its
 * counterpart, in a new tab or before the page's script was there, is itself the choice and is stored. Written by hand,
 * since every page carries it; here, since the security policy names it.
 */
const restoreLocale = `(f=>{f(!performance.navigation.type);onpageshow=document.onprerenderingchange=e=>e.persisted!=0&&f()})(n=>{try{let s=localStorage,c=s.locale,d=document,e=d.documentElement,h=e.lang,{origin:o,pathname:p,search:q,hash:a}=location,t=h=="ru"?p.slice(3)||"/":"/ru"+(p=="/"?"":p);if(c!=h)if(n&&d.referrer.split(/[?#]/)[0]==o+t)s.locale=h;else if(c=="ru"||c=="en-US")e.hidden=1,location.replace(t+q+a)}catch{}})`;

/**
 * Loads the page's script a tenth of a second after the page has been painted for the first time, or, if it was rendered
 * in advance, after it is shown: pictures that the first layout brings into view are painted next. Every control works
 * without it, so nothing is to compete with words, fonts and pictures.
 * The build writes its address into the element; without one, as while the pages are being written, nothing is loaded.
 */
const startEntry = `(n=>n&&new PerformanceObserver(e=>setTimeout(e=>import(n),99)).observe({type:"paint"}))(document.currentScript.dataset.entry)`;

/** The one inline script, the same in every page so that one hash covers it. */
export const headScript = `${restoreLocale};${startEntry}`;
