"""Texts of the room chat."""

from __future__ import annotations

EN: dict[str, str] = {
    "address_invalid": "The address {address} is no http or https URL: write it as https://host/v1.",
    "address_refused": "The address {address} cannot be used ({detail}): check the base URL.",
    "blank_body": "{model} at {address} sent a reply without content.",
    "blocked": "A content filter of the provider refused the dialogue for {model} ({detail}).",
    "callable": "The callable {name} raised {detail}.",
    "callable_type": "The callable {name} returned {detail}: it must return text or a Completion.",
    "callable_empty": "The callable {name} returned no text.",
    "certificate": "The certificate of {address} is not trusted ({detail}): "
    "name your certificates in SSL_CERT_FILE, or check the address.",
    "connection_refused": "Nothing listens at {address} ({detail}): check the base URL and that the server "
    "runs.",
    "context_length": "The request is longer than {model} takes ({detail}).",
    "cut_off": "The connection to {address} broke before the reply was complete ({detail}).",
    "empty": "{model} sent a reply without text (finish reason: {detail}).",
    "empty_reasoning": "{model} sent reasoning but no answer: reasoning is not judged; "
    "check the reasoning parser of the server, or raise max_tokens.",
    "empty_tool_calls": "{model} called a tool and sent no text: offer it no tools.",
    "endpoint_stopped": "No further calls to {address}: {reason}",
    "host_unknown": "The host of {address} is not known ({detail}): check the base URL and the network.",
    "lane_back": "{model} at {address} answers again.",
    "lane_down": "{model} at {address} does not answer ({detail}); trying again in {seconds} s.",
    "lane_failing": "{model} at {address} answers with errors alone (HTTP {status}, {detail}); trying "
    "again in "
    "{seconds} s.",
    "lane_given_up": "{model} at {address} was given up after {waited} s without a usable answer. Last: "
    "{last}",
    "lane_paused": "{model} at {address} asks to wait: going on in {seconds} s.",
    "lane_stopped": "No further calls to {model} at {address}: {reason}",
    "long_retry_after": "{model} at {address} asks to wait {asked} s; it is asked again every {seconds} s "
    "and given up after {patience} s without an answer.",
    "network_away": "The host of {address} cannot be looked up ({detail}): check the network.",
    "no_choices": "{model} at {address} sent a reply without choices.",
    "no_tls": "No encrypted connection to {address} ({detail}): does it want http instead of https?",
    "not_decoded": "{address} sent a reply in an encoding that was not asked for or is broken ({detail}): "
    "check the proxy or gateway on the way.",
    "not_a_reply": "{address} sent no complete JSON.",
    "offline_unknown": "There is no scripted candidate named {name}; use one of: {known}.",
    "proxy_refused": "The proxy on the way to {address} refused ({detail}): "
    "check its user name and password.",
    "proxy_unreachable": "The proxy on the way to {address} does not answer ({detail}): check HTTPS_PROXY.",
    "proxy_unsupported": "The proxy {proxy} for {address} is no HTTP proxy: "
    "set HTTPS_PROXY to an http address, or NO_PROXY for this host.",
    "quota": "The account at {address} has no credit left ({detail}): top it up, then run again.",
    "rate_limited": "{address} keeps refusing calls to {model} for being too many ({detail}).",
    "redirect": "{address} redirects to {location}: use that as the base URL if you trust it.",
    "refused_request": "{address} refused the request to {model}: HTTP {status}, {detail}",
    "server_error": "{address} failed: HTTP {status} {detail}",
    "stream_cut": "The stream from {address} stopped before its end.",
    "system_folded": "{model} at {address} takes no system role: its text goes into the user turn.",
    "timed_out": "{model} at {address} did not answer in time.",
    "too_large": "{address} sent a reply too large to be a chat reply.",
    "truncated": "{model} reached its length limit before it gave an answer: raise max_tokens.",
    "unauthorized": "{address} refused the key: HTTP {status}, {detail} Check the key and its source.",
    "unknown_model": "{address} does not know the model {model}, or nothing answers at this path "
    "({detail}): check "
    "the model's name and the base URL.",
    "unreachable": "Nobody answers at {address} ({detail}): check the base URL and that the server runs.",
    "unsupported_parameter": "{model} at {address} does not take the parameter {parameter} ({detail}): "
    "remove or change it in the model's settings.",
    "web_page": "{address} answered with a web page, not with a chat reply: check the base URL ({detail}).",
    "wrong_path": "{address} is not there (HTTP {status} {detail}): check the base URL and the model's name.",
}

ZH: dict[str, str] = {
    "address_invalid": "地址 {address} 不是 http 或 https 网址：请写成 https://主机/v1。",
    "address_refused": "地址 {address} 无法使用（{detail}）：请检查 base URL。",
    "blank_body": "{address} 上的 {model} 返回了空白内容。",
    "blocked": "服务商的内容过滤拒绝了发给 {model} 的对话（{detail}）。",
    "callable": "函数 {name} 抛出异常：{detail}。",
    "callable_type": "函数 {name} 返回了 {detail}：应返回文本或 Completion。",
    "callable_empty": "函数 {name} 没有返回文本。",
    "certificate": "{address} 的证书不受信任（{detail}）：请在 SSL_CERT_FILE 中指定证书，或检查地址。",
    "connection_refused": "{address} 上没有程序在监听（{detail}）：请检查 base URL，并确认服务已启动。",
    "context_length": "请求超出 {model} 的长度上限（{detail}）。",
    "cut_off": "与 {address} 的连接在回复完成前中断（{detail}）。",
    "empty": "{model} 的回复没有文本（结束原因：{detail}）。",
    "empty_reasoning": "{model} 只返回了思考过程，没有回答：思考内容不参与评判；"
    "请检查服务端的 reasoning parser，或调大 max_tokens。",
    "empty_tool_calls": "{model} 调用了工具，没有返回文本：请不要向它提供工具。",
    "endpoint_stopped": "不再调用 {address}：{reason}",
    "host_unknown": "找不到 {address} 的主机（{detail}）：请检查 base URL 和网络。",
    "lane_back": "{address} 上的 {model} 恢复应答。",
    "lane_down": "{address} 上的 {model} 没有应答（{detail}）；{seconds} 秒后重试。",
    "lane_failing": "{address} 上的 {model} 只返回错误（HTTP {status}，{detail}）；{seconds} 秒后重试。",
    "lane_given_up": "{address} 上的 {model} 已 {waited} 秒没有可用的应答，放弃。最后一次：{last}",
    "lane_paused": "{address} 上的 {model} 要求等待：{seconds} 秒后继续。",
    "lane_stopped": "不再调用 {address} 上的 {model}：{reason}",
    "long_retry_after": "{address} 上的 {model} 要求等待 {asked} 秒；"
    "每 {seconds} 秒再试一次，{patience} 秒没有应答则放弃。",
    "network_away": "无法查询 {address} 的主机（{detail}）：请检查网络。",
    "no_choices": "{address} 上的 {model} 返回的回复没有 choices。",
    "no_tls": "无法与 {address} 建立加密连接（{detail}）：是否应使用 http 而不是 https？",
    "not_decoded": "{address} 返回的内容用了未要求的编码或编码已损坏（{detail}）：请检查途中的代理或网关。",
    "not_a_reply": "{address} 返回的不是完整的 JSON。",
    "offline_unknown": "没有名为 {name} 的离线被测对象；可用的有：{known}。",
    "proxy_refused": "通往 {address} 的代理拒绝了请求（{detail}）：请检查代理的用户名和密码。",
    "proxy_unreachable": "通往 {address} 的代理没有应答（{detail}）：请检查 HTTPS_PROXY。",
    "proxy_unsupported": "用于 {address} 的代理 {proxy} 不是 HTTP 代理："
    "请把 HTTPS_PROXY 设为 http 地址，或用 NO_PROXY 排除该主机。",
    "quota": "{address} 的账户余额不足（{detail}）：请充值后重新运行。",
    "rate_limited": "{address} 一直以调用过多为由拒绝对 {model} 的调用（{detail}）。",
    "redirect": "{address} 重定向到 {location}：若信任它，请把它设为 base URL。",
    "refused_request": "{address} 拒绝了对 {model} 的请求：HTTP {status}，{detail}",
    "server_error": "{address} 出错：HTTP {status} {detail}",
    "stream_cut": "来自 {address} 的流在结束前中断。",
    "system_folded": "{address} 上的 {model} 不支持 system 角色：其内容并入用户消息。",
    "timed_out": "{address} 上的 {model} 超时没有应答。",
    "too_large": "{address} 返回的内容过大，不像是聊天回复。",
    "truncated": "{model} 在给出回答前达到长度上限：请调大 max_tokens。",
    "unauthorized": "{address} 拒绝了密钥：HTTP {status}，{detail} 请检查密钥及其来源。",
    "unknown_model": "{address} 没有模型 {model}，或这个路径上没有服务（{detail}）：请检查模型名和 base "
    "URL。",
    "unreachable": "{address} 没有应答（{detail}）：请检查 base URL，并确认服务已启动。",
    "unsupported_parameter": "{address} 上的 {model} 不接受参数 {parameter}（{detail}）："
    "请在模型设置中去掉或修改它。",
    "web_page": "{address} 返回的是网页，而不是聊天回复：请检查 base URL（{detail}）。",
    "wrong_path": "{address} 不存在（HTTP {status} {detail}）：请检查 base URL 和模型名。",
}
