#!/usr/bin/python3
"""Opens windows of WebKitGTK that WebKitWebDriver controls. Each window has no bars, so that it can be as narrow as a phone.

Prints a line for each uncaught error of a page.
"""

import ctypes
import signal

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

PR_SET_PDEATHSIG = 1
CLOSED_PORT = "http://127.0.0.1:9"
REPORT_ERRORS = """
addEventListener("error", ({ message }) => webkit.messageHandlers.errors.postMessage(message));
addEventListener("unhandledrejection", ({ reason }) => webkit.messageHandlers.errors.postMessage(String(reason)));
"""


def create_context():
    # An ephemeral data manager shares no storage and no cache with other windows.
    data_manager = WebKit2.WebsiteDataManager.new_ephemeral()
    # With this proxy, requests to other machines fail.
    proxy = WebKit2.NetworkProxySettings.new(CLOSED_PORT, ["localhost", "127.0.0.1"])
    data_manager.set_network_proxy_settings(WebKit2.NetworkProxyMode.CUSTOM, proxy)
    context = WebKit2.WebContext.new_with_website_data_manager(data_manager)
    # Other cache models disable the back/forward cache.
    context.set_cache_model(WebKit2.CacheModel.WEB_BROWSER)
    context.set_automation_allowed(True)
    return context


def create_error_reporter():
    manager = WebKit2.UserContentManager()
    script = WebKit2.UserScript.new(
        REPORT_ERRORS, WebKit2.UserContentInjectedFrames.ALL_FRAMES, WebKit2.UserScriptInjectionTime.START, None, None
    )
    manager.add_script(script)
    manager.connect("script-message-received::errors", print_error)
    manager.register_script_message_handler("errors")
    return manager


def print_error(_manager, result):
    # The driver's own messages begin with other words.
    message = result.get_js_value().to_string().replace("\n", " ")
    print(f"Uncaught error: {message}", flush=True)


def create_view(context):
    settings = WebKit2.Settings()
    settings.set_enable_page_cache(True)
    view = WebKit2.WebView(
        web_context=context,
        settings=settings,
        is_controlled_by_automation=True,
        user_content_manager=create_error_reporter(),
    )
    window = Gtk.Window()
    window.add(view)
    view.connect("close", lambda _: window.destroy())
    window.show_all()
    view.grab_focus()
    return view


def accept_session(context, session):
    information = WebKit2.ApplicationInfo()
    information.set_name("webkitWindow")
    session.set_application_info(information)
    session.connect("create-web-view", lambda *_: create_view(context))


# Ends this process when the driver ends, for whatever reason.
ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGTERM, Gtk.main_quit)
web_context = create_context()
web_context.connect("automation-started", accept_session)
Gtk.main()
