/**
 * Restores the visitor's language before first paint: when the stored choice is not the page's language, the page is
 * hidden and replaced by its counterpart. A page that was reached by the language link of its counterpart, in a new tab
 * or before the page's script was there, is itself the choice and is stored.
 */
const restoreLocale = `n=>{try{let s=localStorage,c=s.locale,e=d.documentElement,h=e.lang,{origin:o,pathname:p,search:q,hash:a}=location,t=h=="ru"?p.slice(3)||"/":"/ru"+(p=="/"?"":p);if(c!=h)if(n&&d.referrer.split(/[?#]/)[0]==o+t)s.locale=h;else if(c=="ru"||c=="en-US")e.hidden=1,location.replace(t+q+a)}catch{}}`;

/**
 * Loads the page's script a tenth of a second after the page has been painted for the first time: pictures that the first
 * layout brings into view are painted next. Every control works without it, so nothing is to compete with words, fonts
 * and pictures. Firefox reports no paint of a page that begins scrolled, so the script starts at the latest when the page
 * has loaded; what is imported twice runs once. A page that is rendered in advance waits until it is shown.
 * The build writes the script's address into the element; without one, as while the pages are being written, nothing is loaded.
 */
const startEntry = `e=>n&&!d.prerendering&&setTimeout(e=>import(n),99)`;

/**
 * The one inline script, the same in every page so that one hash covers it; written by hand, since every page carries it.
 * `pageshow` comes right after `load`, and when a page comes back from the back/forward cache.
 */
export const headScript = `(d=>{let n=d.currentScript.dataset.entry,f=${restoreLocale},s=${startEntry};f(!performance.navigation.type);onpageshow=d.onprerenderingchange=e=>{e.persisted!=0&&f();s()};new PerformanceObserver(s).observe({type:"paint"})})(document)`;
